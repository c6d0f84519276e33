import { Button, type ButtonProps } from "../ui/button.tsx";
import "./buy-button.css";

/** What costs money when it is pressed: the strongest thing on its page, in every brand. */
export function BuyButton(props: ButtonProps) {
  return <Button {...props} data-sells />;
}

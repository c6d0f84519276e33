// Pays with Stripe's elements: wallets first, then cards and whatever else Stripe offers here. Without Stripe's script, or
// where that cannot begin, the page still leads to Stripe's own.

/** Whoever waits longer for a script waits for nothing; milliseconds. */
const TIMEOUT_MS = 15_000;

const form = document.querySelector("#pay");
const button = form.querySelector("button");
const note = document.querySelector(".summary");

let isPaying = false;

start().catch(giveUp);

function giveUp() {
  form.hidden = true;
  document.querySelector("#wallets").hidden = true;
  document.querySelector("#no-elements").hidden = false;
}

async function start() {
  const { key, secret } = form.dataset;
  const makeStripe = await stripeScript();
  const checkout = makeStripe(key).initCheckoutElementsSdk({
    clientSecret: secret,
    elementsOptions: { appearance: appearance() },
  });
  const loaded = await checkout.loadActions();
  if (loaded.type === "error") throw new Error(loaded.error.message);
  const pay = (more) => confirm(loaded.actions, more);
  const wallets = checkout.createExpressCheckoutElement();
  wallets.on("confirm", (event) => pay({ expressCheckoutConfirmEvent: event }));
  wallets.mount("#wallets");
  const element = checkout.createPaymentElement({
    wallets: { applePay: "never", googlePay: "never" },
  });
  element.on("ready", () => {
    button.disabled = false;
    form.setAttribute("aria-busy", "false");
  });
  element.on("loaderror", giveUp);
  element.mount("#element");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const email = form.querySelector("#email")?.value.trim();
    void pay(email ? { email } : {});
  });
}

/** Asks the bank, in its own window over this page where it wants to hear from the visitor. */
async function confirm(actions, more) {
  if (isPaying) return;
  isPaying = true;
  button.disabled = true;
  form.setAttribute("aria-busy", "true");
  note.hidden = true;
  try {
    const result = await actions.confirm({ ...more, redirect: "if_required" });
    // The server asks Stripe what has come of it, and leads on.
    if (result.type === "success") return location.replace(location.href);
    note.textContent = result.error.message;
  } catch {
    note.textContent =
      "It is not known yet whether this was paid. Try again: nobody pays twice here.";
  }
  note.hidden = false;
  isPaying = false;
  button.disabled = false;
  form.setAttribute("aria-busy", "false");
}

/** Its script is asked for by the page itself. */
function stripeScript() {
  return new Promise((resolve, reject) => {
    const script = document.querySelector("script[src]");
    const settle = () => {
      if (window.Stripe) resolve(window.Stripe);
    };
    settle();
    script.addEventListener("load", settle);
    script.addEventListener("error", reject);
    setTimeout(reject, TIMEOUT_MS);
  });
}

/** The brand's colours; Stripe's frames cannot see its sheet. */
function appearance() {
  const style = getComputedStyle(document.documentElement);
  const token = (name) => style.getPropertyValue(name).trim();
  return {
    variables: {
      colorPrimary: token("--accent"),
      colorBackground: token("--surface"),
      colorText: token("--ink"),
      colorTextSecondary: token("--muted"),
      colorDanger: token("--bad"),
      borderRadius: token("--radius-control"),
      fontSizeBase: "16px",
    },
  };
}

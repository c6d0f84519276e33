import sharp from "sharp";

/** A photo as a phone takes one: large, with the place in it. */
export const photo = () =>
  sharp({
    create: { width: 2_000, height: 2_600, channels: 3, background: "#b98" },
  })
    .composite([
      {
        input: Buffer.from(
          '<svg width="2000" height="2600"><circle cx="1000" cy="1000" r="600" fill="#543"/></svg>',
        ),
      },
    ])
    .withExif({ IFD3: { GPSLatitude: "48/1 0/1 0/1" } })
    .jpeg()
    .toBuffer();

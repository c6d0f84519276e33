import sharp from "sharp";

/** A small photograph of nobody, with what cameras write into theirs. */
export const photo = () =>
  sharp({
    create: { width: 320, height: 400, channels: 3, background: "#c96" },
  })
    .composite([
      {
        input: Buffer.from(
          '<svg><circle cx="160" cy="150" r="90" fill="#432"/></svg>',
        ),
      },
    ])
    .withExif({
      IFD0: { Copyright: "somebody" },
      IFD3: { GPSLatitude: "1/1" },
    });

import { expect, test } from "vitest";
import { silentLog } from "../log.ts";
import { arrive } from "../testing/calls.ts";
import { useImageService } from "./image-service.fixture.ts";
import { order, settled, usePictures } from "./pictures.fixture.ts";
import { startPreviews } from "./start.ts";

const { server } = usePictures();
const service = useImageService();

test.each<[string, boolean, number]>([
  ["the image service makes the pictures where there is one", true, 6],
  ["the built-in styles make them where there is none", false, 0],
])("%s", async (_, isSet, asked) => {
  const visitors = [await arrive(server), await arrive(server)];
  const orders = [];
  for (const visitor of visitors)
    for (let i = 0; i < 3; i += 1)
      orders.push({ visitor, id: await order(visitor) });
  const previews = startPreviews({
    db: server.db,
    imageApi: isSet ? { address: service.address, key: "key" } : null,
    log: silentLog,
  });
  for (const { visitor, id } of orders)
    expect((await settled(visitor, id))["status"]).toBe("completed");
  await previews.stop();
  // Each once, though four ask for pictures at the same time.
  expect(service.received).toHaveLength(asked);
});

import { isIP } from "node:net";

type Value = string | number | { readonly [key: string]: Value };
/** A node of the search tree: where a 0 leads, and where a 1. A number is the place of a record; null is nothing. */
type Branch = Node | number | null;
interface Node {
  readonly next: [Branch, Branch];
}

/**
 * A database of networks as MaxMind's files are (https://maxmind.github.io/MaxMind-DB): a binary tree over the bits of
 * addresses, the records, and what the file says of itself. Networks are written as `192.0.2.0/24`.
 */
export function mmdbOf(
  networks: Readonly<Record<string, Value>>,
  databaseType = "GeoLite2-City",
  ipVersion: 4 | 6 = 6,
): Buffer {
  const root: Node = { next: [null, null] };
  const records: Buffer[] = [];
  let size = 0;
  for (const [network, record] of Object.entries(networks)) {
    insert(root, bitsOf(network, ipVersion), size);
    const bytes = encode(record);
    records.push(bytes);
    size += bytes.length;
  }
  const nodes = nodesOf(root);
  const numbers = new Map(nodes.map((node, i) => [node, i]));
  const tree = Buffer.alloc(nodes.length * 6);
  nodes.forEach((node, i) => {
    node.next.forEach((branch, bit) => {
      const place =
        typeof branch === "number"
          ? nodes.length + 16 + branch
          : branch === null
            ? nodes.length
            : (numbers.get(branch) ?? 0);
      tree.writeUIntBE(place, i * 6 + bit * 3, 3);
    });
  });
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_893_456_000,
    database_type: databaseType,
    description: { en: "Made for a test" },
    ip_version: ipVersion,
    node_count: nodes.length,
    record_size: 24,
  });
  const mark = Buffer.from("\xab\xcd\xefMaxMind.com", "latin1");
  return Buffer.concat([tree, Buffer.alloc(16), ...records, mark, metadata]);
}

function insert(root: Node, bits: string, record: number): void {
  let node = root;
  for (const bit of bits.slice(0, -1)) {
    const side = bit === "1" ? 1 : 0;
    const known = node.next[side];
    const next: Node =
      known !== null && typeof known === "object"
        ? known
        : { next: [null, null] };
    node.next[side] = next;
    node = next;
  }
  node.next[bits.endsWith("1") ? 1 : 0] = record;
}

function nodesOf(root: Node): Node[] {
  const nodes = [root];
  for (const { next } of nodes)
    for (const branch of next)
      if (branch !== null && typeof branch === "object") nodes.push(branch);
  return nodes;
}

/** The bits of a network's prefix; a tree of both versions holds IPv4 below 96 zeros. */
function bitsOf(network: string, ipVersion: 4 | 6): string {
  const [address = "", length = ""] = network.split("/");
  if (isIP(address) === 4)
    return (
      (ipVersion === 6 ? "0".repeat(96) : "") +
      address
        .split(".")
        .map((part) => Number(part).toString(2).padStart(8, "0"))
        .join("")
        .slice(0, Number(length))
    );
  const [head = "", tail = ""] = address.split("::");
  const groups = (text: string) => text.split(":").filter((one) => one !== "");
  const gap = 8 - groups(head).length - groups(tail).length;
  return [...groups(head), ...Array<string>(gap).fill("0"), ...groups(tail)]
    .map((group) => Number.parseInt(group, 16).toString(2).padStart(16, "0"))
    .join("")
    .slice(0, Number(length));
}

const TYPES = { text: 2, uint32: 6, map: 7 } as const;

/** One field of the data section: a byte of type and size, then the field. Sizes from 29 on have a byte of their own. */
function encode(value: Value): Buffer {
  if (typeof value === "string") {
    const text = Buffer.from(value);
    return Buffer.concat([control(TYPES.text, text.length), text]);
  }
  if (typeof value === "number") {
    const number = Buffer.alloc(4);
    number.writeUInt32BE(value);
    return Buffer.concat([control(TYPES.uint32, 4), number]);
  }
  const entries = Object.entries(value);
  return Buffer.concat([
    control(TYPES.map, entries.length),
    ...entries.flat().map(encode),
  ]);
}

function control(type: number, size: number): Buffer {
  return size < 29
    ? Buffer.from([(type << 5) | size])
    : Buffer.from([(type << 5) | 29, size - 29]);
}

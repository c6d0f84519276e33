// What is done with a request for a page, for programs at the edge of a network. It stands in each of them as it is, so
// that it imports nothing and uses nothing that one of them lacks.

/**
 * `look` gives the value of a key of the table, or null. Path and query are as they were sent, the query without `?`.
 * Answers with a redirect, or with the file that is to be sent and how.
 */
export async function decide(look, { host, told, path, query, secure }) {
  const moved = await look(`moved ${hostName(host)}`);
  if (moved !== null) {
    const scheme = secure ? "https" : "http";
    const rest = query === "" ? path : `${path}?${query}`;
    return {
      status: 301,
      location: `${scheme}://${moved}${rest}`,
      cache: null,
    };
  }
  const read = readPath(path);
  if (path.startsWith("/assets/"))
    return { status: 200, file: path, cache: "asset" };
  const brand = await brandOf(look, host, told);
  const absent = { status: 404, file: `/${brand}/404.html`, cache: "fresh" };
  if (read === null) return { ...absent, status: 400 };
  const lead = (to, status) => ({
    status,
    location: query === "" ? to : `${to}?${query}`,
    cache: "fresh",
  });
  const redirect = await look(`to ${brand} ${read}`);
  if (redirect !== null) return lead(redirect, 302);
  if ((await look(`page ${brand} ${read}`)) !== null)
    return isPlain(path)
      ? {
          status: 200,
          file: `/${brand}${read === "/" ? "" : read}/index.html`,
          cache: "fresh",
        }
      : lead(read, 301);
  if ((await look(`file ${brand} ${read}`)) !== null)
    return { status: 200, file: `/${brand}${read}`, cache: "fresh" };
  // Whoever asks for a file that is not there reads no page: it is led to an asset that there is not.
  if (/\.(?!html$)[a-z][a-z0-9]{0,4}$/i.test(read))
    return { status: 200, file: "/assets/absent", cache: "asset" };
  const parent = read.slice(0, read.lastIndexOf("/"));
  const name = /\/\d+-([^/]+)$/.exec(read);
  const step =
    name === null || name[1] === "step"
      ? null
      : await look(`step ${brand} ${parent} ${name[1]}`);
  const entry = step === null ? await look(`entry ${brand} ${parent}`) : step;
  return entry === null ? absent : lead(entry, 302);
}

async function brandOf(look, host, told) {
  const own = await look(`host ${hostName(host)}`);
  if (own !== null) return own;
  const other = told === "" ? null : await look(`host ${hostName(told)}`);
  return other === null ? look("default") : other;
}

function hostName(host) {
  return host
    .toLowerCase()
    .replace(/:\d+$/, "")
    .replace(/\.$/, "")
    .replace(/^www\./, "")
    .replace(/^(testing|staging)[.-]/, "");
}

/** Decoded and without spare slashes; null for what no page has. */
function readPath(path) {
  try {
    const parts = path
      .split("/")
      .filter((part) => part !== "")
      .map(decodeURIComponent);
    return parts.some((part) => /[/\\\0]|^\.\.?$/.test(part))
      ? null
      : `/${parts.join("/")}`;
  } catch {
    return null;
  }
}

function isPlain(path) {
  return path === "/" || !/\/\/|.\/$/.test(path);
}

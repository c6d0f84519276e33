/**
 * A `fetch` for one upload that tells how much has left, 0 to 1: the browser's own never does. Only what the client
 * uses of it is there: method, headers, body, signal.
 */
export function uploadFetch(
  onProgress: (share: number) => void,
  open: () => XMLHttpRequest = () => new XMLHttpRequest(),
): typeof fetch {
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const { method = "GET", headers, body, signal } = init;
      const request = open();
      request.open(method, input instanceof Request ? input.url : input);
      for (const [name, value] of new Headers(headers))
        request.setRequestHeader(name, value);
      request.responseType = "blob";
      request.upload.addEventListener("progress", (event) => {
        if (event.lengthComputable) onProgress(event.loaded / event.total);
      });
      request.addEventListener("load", () => resolve(answerOf(request)));
      request.addEventListener("error", () =>
        reject(new TypeError("the upload failed")),
      );
      request.addEventListener("abort", () =>
        reject(new DOMException("the upload was ended", "AbortError")),
      );
      signal?.addEventListener("abort", () => request.abort());
      request.send(body instanceof FormData ? body : null);
    });
}

function answerOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const colon = line.indexOf(":");
    if (colon > 0)
      headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const { status, statusText, response } = request;
  // An answer without content may not bring any.
  const body = status === 204 ? null : response;
  return new Response(body, { status, statusText, headers });
}

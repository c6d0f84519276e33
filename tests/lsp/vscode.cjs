// A stand-in for the API of VS Code that has just what the extension and its client touch. `FOLDER` is what is open.
// `registered` and `panels` say what became of it.
const { tmpdir } = require("node:os");
const { pathToFileURL } = require("node:url");

const folder = process.env.FOLDER ?? "";

/** Stands for every class and constant that is only passed on. */
function anything() {
  return new Proxy(function standIn() {}, {
    get: (target, key) =>
      key === Symbol.toPrimitive
        ? () => "stand-in"
        : key === "then"
          ? undefined
          : key === "prototype"
            ? target.prototype
            : anything(),
    construct: () => ({}),
    apply: () => anything(),
  });
}

class EventEmitter {
  listeners = [];
  event = (listener) => {
    this.listeners.push(listener);
    return { dispose: () => undefined };
  };
  fire = (value) => this.listeners.forEach((listener) => listener(value));
  dispose() {}
}

class Disposable {
  constructor(end) {
    this.dispose = end;
  }
  static from = (...all) =>
    new Disposable(() => all.forEach((each) => each.dispose()));
}

class CancellationTokenSource {
  token = { isCancellationRequested: false, onCancellationRequested: nothing };
  cancel() {}
  dispose() {}
}

function nothing() {
  return { dispose: () => undefined };
}

/** Functions that are not given do nothing; what they give can be disposed of. */
function withDefaults(given, rest = nothing) {
  return new Proxy(given, {
    get: (target, key) => (key in target ? target[key] : rest),
  });
}

const uriOf = (path) => ({
  fsPath: path,
  scheme: "file",
  toString: () => pathToFileURL(path).href,
});
const registered = new Map();
const register = (name, run) => {
  registered.set(name, run);
  return nothing();
};
const panels = new Map();
function createWebviewPanel(kind) {
  const panel = { html: "", messages: [] };
  panels.set(kind, panel);
  return {
    webview: {
      set html(text) {
        panel.html = text;
      },
      postMessage: async (message) => panel.messages.push(message),
    },
    onDidDispose: nothing,
    dispose: () => undefined,
  };
}

const api = {
  version: "1.91.0",
  EventEmitter,
  Disposable,
  CancellationTokenSource,
  Uri: {
    parse: (text) => ({ ...uriOf("/"), toString: () => text }),
    file: uriOf,
  },
  ViewColumn: { Beside: -2 },
  env: { appName: "stand-in", language: "en" },
  workspace: withDefaults({
    workspaceFolders: [
      { uri: uriOf(tmpdir()), name: "another", index: 0 },
      { uri: uriOf(folder), name: "folder", index: 1 },
    ],
    textDocuments: [],
    notebookDocuments: [],
    getConfiguration: () => ({
      get: (_name, fallback) => fallback,
      inspect: () => undefined,
    }),
  }),
  window: withDefaults({
    visibleTextEditors: [],
    tabGroups: { all: [], onDidChangeTabs: nothing },
    createOutputChannel: () => withDefaults({}),
    createWebviewPanel,
  }),
  languages: withDefaults({ match: () => 0 }),
  commands: { registerCommand: register, registerTextEditorCommand: register },
};
module.exports = new Proxy(
  { ...api, registered, panels, uriOf },
  { get: (target, key) => (target[key] ??= anything()) },
);

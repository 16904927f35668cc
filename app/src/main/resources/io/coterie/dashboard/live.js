/*
 * How a live page hears and asks: the token, calls, the stream of what is new, questions to the
 * person in front of it. Nothing here knows what is shown.
 */
const KEY = "coterie-token";
const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;

/** The server says nothing for longer only if the connection is lost. */
const LONGEST_SILENCE = 12_000;

/** Not let in: the token is missing, wrong or expired. */
export class Refused extends Error {}

/** The server says no, and why. */
export class Problem extends Error {}

/* A token that came with the address is taken out of it, so that it is in no history or screenshot. */
export function takeToken() {
  const given = location.hash.slice(1);
  if (/^[0-9a-f]{64}$/.test(given)) {
    sessionStorage.setItem(KEY, given);
    history.replaceState(null, "", location.pathname + location.search);
  }
  return sessionStorage.getItem(KEY);
}

export const forgetToken = () => sessionStorage.removeItem(KEY);

const withToken = (more = {}) => ({
  cache: "no-store",
  credentials: "omit",
  ...more,
  headers: { Authorization: `Bearer ${sessionStorage.getItem(KEY) || ""}`, ...more.headers },
});

async function checked(response) {
  if (response.ok) {
    return response;
  }
  const said = await response.json().catch(() => ({}));
  throw new (response.status === 401 ? Refused : Problem)(said.error || `the server answers ${response.status}`);
}

export const read = async (path) => (await checked(await fetch(path, withToken()))).json();
export const post = async (path) => (await checked(await fetch(path, withToken({ method: "POST" })))).json();

/** Exchanges a typed token for one of this page's own. */
export async function signIn(token) {
  sessionStorage.setItem(KEY, token);
  try {
    sessionStorage.setItem(KEY, (await post("session")).token);
  } catch (problem) {
    forgetToken();
    throw problem;
  }
}

/**
 * Listens to the server's events and goes on listening: a stream that ends or falls silent is
 * opened again after the last line that was heard, at first soon and then less often.
 *
 * EventSource cannot send a header, and a token in an address would end up in logs; so the stream
 * is read by hand.
 */
export function listen(path, { hear, linked, refused }) {
  let last = "";
  let wait = FIRST_WAIT;
  let over = false;
  let control;

  async function once() {
    control = new AbortController();
    let silence;
    const patience = () => {
      clearTimeout(silence);
      silence = setTimeout(() => control.abort(), LONGEST_SILENCE);
    };
    patience();
    try {
      const headers = { Accept: "text/event-stream", ...(last ? { "Last-Event-ID": last } : {}) };
      const response = await checked(await fetch(path, withToken({ headers, signal: control.signal })));
      linked(true);
      wait = FIRST_WAIT;
      const reader = response.body.getReader();
      const decoder = new TextDecoder();
      let text = "";
      for (;;) {
        const { value, done } = await reader.read();
        if (done) {
          return;
        }
        patience();
        text += decoder.decode(value, { stream: true });
        const parts = text.split("\n\n");
        text = parts.pop();
        parts.forEach(take);
      }
    } finally {
      clearTimeout(silence);
    }
  }

  function take(part) {
    const fields = Object.fromEntries(part.split("\n").map((line) => {
      const mark = line.indexOf(": ");
      return [line.slice(0, mark), line.slice(mark + 2)];
    }));
    last = fields.id || last;
    if (fields.event === "expired") {
      throw new Refused("this token has expired");
    }
    hear(fields.event, JSON.parse(fields.data));
  }

  (async () => {
    while (!over) {
      try {
        await once();
      } catch (problem) {
        if (problem instanceof Refused) {
          over = true;
          refused(problem);
          return;
        }
      }
      linked(false);
      await new Promise((done) => setTimeout(done, wait / 2 + (Math.random() * wait) / 2));
      wait = Math.min(LONGEST_WAIT, 2 * wait);
    }
  })();

  return () => {
    over = true;
    control?.abort();
  };
}

let answered = () => {};

/**
 * Asks the person; true if the answer is yes. Escape and the first button say no.
 *
 * A browser tells late that a dialog was closed: what it tells of an earlier question, while a new
 * one is open, is no answer to the new one.
 */
export function ask({ title, words, yes, grave = false }) {
  const dialog = document.getElementById("ask");
  document.getElementById("ask-title").textContent = title;
  document.getElementById("ask-words").textContent = words;
  const button = document.getElementById("ask-yes");
  button.textContent = yes;
  button.classList.toggle("grave", grave);
  answered(false);
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((done) => {
    answered = done;
    dialog.onclose = () => dialog.open || done(dialog.returnValue === "yes");
  });
}

/** Tells those who do not see the page. */
export function announce(words) {
  document.getElementById("news").textContent = words;
}

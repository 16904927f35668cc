/* What both live pages are made of: the frame, cards, small charts, the list of events. */
import { announce, ask, post, Problem, Refused, signIn, forgetToken } from "./live.js";

const { el, bytes, number } = Coterie;
const SVG = "http://www.w3.org/2000/svg";

export const byId = (id) => document.getElementById(id);

/** Sets a text only where it is another one: what does not change is not drawn again. */
export function say(node, text) {
  if (node.textContent !== text) {
    node.textContent = text;
  }
}

export function time(seconds) {
  const s = Math.max(0, Math.floor(seconds));
  const two = (n) => String(n).padStart(2, "0");
  if (s < 60) {
    return `${s} s`;
  }
  return s < 3600
    ? `${Math.floor(s / 60)} min ${two(s % 60)} s`
    : `${Math.floor(s / 3600)} h ${two(Math.floor(s / 60) % 60)} min`;
}

export const clock = (iso) => new Date(iso).toLocaleTimeString("en-GB");
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The frame: theme button and, in the bar, whether the page is up to date. */
export function frame() {
  const theme = byId("theme");
  const words = () => {
    theme.textContent = Coterie.theme() === "dark" ? "Light" : "Dark";
    theme.setAttribute("aria-label", `Switch to the ${theme.textContent.toLowerCase()} theme`);
  };
  theme.addEventListener("click", () => {
    Coterie.switchTheme();
    words();
  });
  Coterie.applyTheme();
  words();
}

let wasLinked;
export function linked(isLinked, party) {
  const link = byId("link");
  link.className = `link ${isLinked ? "live" : "lost"}`;
  say(link, isLinked ? "live" : "not connected");
  if (wasLinked !== undefined && wasLinked !== isLinked) {
    announce(isLinked ? "Connected again." : `The ${party} does not answer; trying again.`);
  }
  wasLinked = isLinked;
}

/** Asks for the token; `then` goes on once it is right. */
export function signInPage(party, where, why, then) {
  forgetToken();
  const input = el("input", {
    id: "token", type: "password", autocomplete: "off", spellcheck: "false", required: true,
    "aria-describedby": "token-help token-problem",
  });
  const problem = el("p", { id: "token-problem", class: "wrong", role: "alert" }, why || "");
  const form = el("form", { class: "panel sign-in" },
    el("h1", {}, "Sign in"),
    el("p", { id: "token-help", class: "soft" }, `This page belongs to whoever runs the ${party}. The token is in `, el("code", {}, where), "."),
    el("label", { for: "token" }, "Token"), input, problem,
    el("button", { type: "submit", class: "strong" }, "Open the page"));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await signIn(input.value.trim());
      then();
    } catch (trouble) {
      say(problem, trouble instanceof Refused ? "This token is not known here, or has expired." : `The ${party} does not answer (${trouble.message}).`);
      input.select();
    }
  });
  byId("contents").replaceChildren();
  say(byId("link"), "not signed in");
  byId("link").className = "link";
  byId("main").replaceChildren(form);
  input.focus();
}

/** A section of the page, with its entry in the bar. */
export function section(id, title, ...content) {
  byId("contents").append(el("a", { href: `#${id}` }, title));
  return el("section", { id, "aria-labelledby": `${id}-title` }, el("h2", { id: `${id}-title` }, title), content);
}

/** A number with its name; `set(value, note)` changes it. */
export function card(name) {
  const value = el("span", { class: "value" }, "–");
  const note = el("span", { class: "note" });
  const element = el("div", { class: "card" }, el("span", { class: "name" }, name), value, note);
  return {
    element,
    set(text, words = "") {
      say(value, text);
      value.classList.toggle("words", text.length > 12);
      say(note, words);
    },
  };
}

/** A bar that fills. */
export function bar(name) {
  const fill = el("span");
  const element = el("div", { class: "bar-track", role: "progressbar", "aria-label": name, "aria-valuemin": "0", "aria-valuemax": "100" }, fill);
  return {
    element,
    set(share, words) {
      const percent = Math.round(100 * Math.min(1, Math.max(0, share)));
      fill.style.width = `${percent}%`;
      element.setAttribute("aria-valuenow", percent);
      element.setAttribute("aria-valuetext", words);
    },
  };
}

/** A button that asks before it does anything, and says what came of it. */
export function action({ label, question, path, grave, done }) {
  const button = el("button", { type: "button", class: grave ? "grave" : undefined }, label);
  button.addEventListener("click", async () => {
    if (!(await ask({ title: question().title, words: question().words, yes: label, grave }))) {
      return;
    }
    button.disabled = true;
    try {
      await post(path());
      told(done);
    } catch (problem) {
      told(problem instanceof Problem ? `Not done: ${problem.message}.` : "Not done: nobody answers.", true);
    } finally {
      button.disabled = false;
    }
  });
  return button;
}

export function told(words, isWrong = false) {
  const line = byId("told");
  line.classList.toggle("wrong", isWrong);
  say(line, words);
  if (words) {
    announce(words);
  }
}

/** A part of a drawing. */
export function svg(name, attributes, ...children) {
  const node = document.createElementNS(SVG, name);
  Object.entries(attributes).forEach(([key, value]) => node.setAttribute(key, value));
  node.append(...children);
  return node;
}

/** The next round number above a value: 1, 2 or 5 times a power of ten. */
function ceiling(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((m) => m * power).find((m) => m >= value);
}

/** Bytes by round as bars, drawn anew for each width. */
export function byteChart(label) {
  const holder = el("div", { class: "byte-chart" });
  let drawn = "";
  return {
    element: holder,
    set(all) {
      const width = Math.max(280, holder.clientWidth || 600);
      const mark = `${width} ${all.length} ${all.length ? all[all.length - 1].round : 0}`;
      if (mark === drawn || all.length === 0) {
        return;
      }
      drawn = mark;
      holder.replaceChildren(draw(all, width, label));
    },
  };
}

function draw(all, width, label) {
  const [left, right, top, bottom, height] = [64, 8, 10, 44, 220];
  const most = ceiling(Math.max(1, ...all.map((round) => round.bytes)));
  const shown = all.slice(-Math.max(20, Math.floor((width - left - right) / 4)));
  const step = (width - left - right) / Math.max(shown.length, 12);
  const y = (value) => top + (height - top - bottom) * (1 - value / most);
  const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label });
  [0, 0.5, 1].forEach((share) => {
    picture.append(
      svg("line", { class: "grid", x1: left, x2: width - right, y1: y(share * most), y2: y(share * most) }),
      svg("text", { x: left - 8, y: y(share * most) + 4, "text-anchor": "end" }, bytes(share * most)));
  });
  const every = Math.max(1, Math.ceil(44 / step));
  shown.forEach((round, i) => {
    const x = left + i * step;
    const words = `Round ${round.round}, ${round.question}: ${bytes(round.bytes)} from ${number(round.sites)} sites in ${round.took.toFixed(1)} s`;
    picture.append(svg("rect", {
      class: "bytes", x: x + step * 0.1, y: y(round.bytes), width: Math.max(1, Math.min(40, step * 0.8)),
      height: Math.max(1, y(0) - y(round.bytes)), rx: Math.min(2, step / 4),
    }, svg("title", {}, words)));
    if (i % every === 0) {
      picture.append(svg("text", { x: x + Math.min(20, step / 2), y: height - bottom + 18, "text-anchor": "middle" }, String(round.round)));
    }
  });
  picture.append(svg("text", { class: "axis", x: (left + width - right) / 2, y: height - 6, "text-anchor": "middle" }, "round"));
  return picture;
}

/** Cluster sizes as bars in the clusters' colours. */
export function sizeBars(sizes) {
  const total = sizes.reduce((sum, size) => sum + size, 0) || 1;
  const most = Math.max(...sizes, 1);
  return el("ol", { class: "sizes" }, sizes.map((size, c) => {
    const fill = el("span", { class: "size-fill" });
    fill.style.width = `${(100 * size) / most}%`;
    fill.style.background = Coterie.clusterColor(c);
    return el("li", {},
      el("span", { class: "size-name" }, Coterie.clusterName(c)),
      el("span", { class: "size-track", "aria-hidden": "true" }, fill),
      el("span", { class: "size-number" }, `${number(size)}`, el("span", { class: "soft" }, ` ${Math.round((100 * size) / total)} %`)));
  }));
}

/** A table of facts. */
export function facts(rows) {
  return el("table", { class: "facts" }, el("tbody", {}, rows.map(([name, value]) =>
    el("tr", {}, el("th", { scope: "row" }, name), el("td", {}, value)))));
}

/**
 * What happened, newest first. All lines are kept, some are drawn: a page of them, and the next on
 * demand. However many come at once, they are drawn once, with the next frame.
 */
export function eventLog(words) {
  const PAGE = 200;
  const lines = [];
  let shown = PAGE;
  let drawn = 0;
  let isDue = false;
  const list = el("ol", { class: "events", tabindex: "0", "aria-label": "Events, newest first" });
  const filter = el("input", { type: "search", id: "filter", placeholder: "Filter, as a site's name", "aria-label": "Show only events with these words" });
  const amount = el("span", { class: "soft small", role: "status" });
  const more = el("button", { type: "button" }, "Show earlier");
  const matches = (line) => words(line).toLowerCase().includes(filter.value.trim().toLowerCase());
  const item = (line) => el("li", { class: /^(refused|failed|declined|tried-again)$/.test(line.kind) ? "bad" : undefined },
    el("time", { datetime: line.time, title: line.time }, clock(line.time)), el("span", {}, words(line)));

  function drawAll() {
    const found = filter.value.trim() ? lines.filter(matches) : lines;
    list.replaceChildren(...found.slice(-shown).reverse().map(item));
    count(found);
  }

  /** Those that are drawn stay. */
  function drawNew() {
    list.prepend(...lines.slice(drawn).reverse().map(item));
    while (list.childElementCount > shown) {
      list.lastElementChild.remove();
    }
    count(lines);
  }

  function count(found) {
    drawn = lines.length;
    more.hidden = found.length <= shown;
    say(amount, found.length === lines.length ? Coterie.count(lines.length, "event") : `${number(found.length)} of ${number(lines.length)} events`);
  }

  more.addEventListener("click", () => {
    shown += PAGE;
    drawAll();
  });
  filter.addEventListener("input", () => {
    shown = PAGE;
    drawAll();
  });

  return {
    element: el("div", { class: "panel" }, el("div", { class: "tools" }, filter, amount), list, more),
    add(some) {
      some.forEach((line) => lines.push(line));
      if (isDue) {
        return;
      }
      isDue = true;
      requestAnimationFrame(() => {
        isDue = false;
        (filter.value.trim() || lines.length - drawn > PAGE ? drawAll : drawNew)();
      });
    },
  };
}

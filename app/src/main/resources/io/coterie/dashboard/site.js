/* The site's page, for the owner of its records. */
import { announce, listen, read, Refused, takeToken } from "./live.js";
import { agreement } from "./consent.js";
import {
  action, byId, capital, card, eventLog, facts, frame, linked, say, section, signInPage, sizeBars, told,
} from "./parts.js";

const { el, bytes, number, short } = Coterie;

let quit = () => {};
let status;
let shown = {};

async function start(why) {
  quit();
  if (!takeToken()) {
    signInPage("site", "dashboard.token", why, start);
    return;
  }
  try {
    status = undefined;
    const now = await read("status");
    build(now);
    take(now);
    quit = listen("live", {
      hear: (event, data) => (event === "status" ? take(data) : shown.log.add(data)),
      linked: (isLinked) => linked(isLinked, "site"),
      refused: () => start("This page's token has expired; sign in again."),
    });
  } catch (problem) {
    if (problem instanceof Refused) {
      signInPage("site", "dashboard.token", "The token of this page is wrong, or has expired.", start);
    } else {
      linked(false, "site");
      setTimeout(start, 2000);
    }
  }
}

function build(now) {
  document.title = `site ${now.site} – Coterie`;
  byId("contents").replaceChildren();
  const cards = { phase: card("State"), sent: card("Left this site"), budget: card("Budget left"), records: card("Own records") };
  const consent = (answer) => `consent?answer=${answer}&hash=${encodeURIComponent(status.study.hash)}`;
  const agree = action({
    label: "Take part", path: () => consent("yes"), done: "This site takes part.",
    question: () => ({
      title: `Take part in study ${status.study.study}?`,
      words: "This site then answers the questions that are listed under “What leaves”, round by round. What was sent cannot be taken back.",
    }),
  });
  agree.classList.add("strong");
  const decline = action({
    label: "Decline", grave: true, path: () => consent("no"), done: "This site does not take part.",
    question: () => ({ title: "Decline?", words: "The coordinator is told that this site's owner declined. Nothing has left." }),
  });
  const account = el("div");
  const asked = el("div");
  shown = {
    account, asked, cards, lead: el("p", { class: "lead" }), ending: el("p", { class: "box", hidden: true }),
    consent: el("div", { class: "box consent", hidden: true },
      el("h2", {}, "Your consent is asked"),
      el("p", {}, "Nothing has left this site yet."),
      asked,
      el("h3", {}, "What is promised"),
      account,
      el("p", {}, "Every field that would leave is listed below."),
      el("div", { class: "buttons" }, agree, decline)),
    manifest: el("div"), table: el("div"), sent: el("div", { class: "panel" }, el("h3", {}, "Sent so far")), releases: el("div"), budget: el("div"), result: el("div"), about: el("div"), agreed: el("div"), marks: {},
    log: eventLog((line) => line.text),
  };
  shown.sent.append(shown.releases);
  byId("main").replaceChildren(
    el("section", { class: "hero", "aria-label": "State" },
      el("div", { class: "headline" }, el("div", {}, el("h1", {}, `Site ${now.site}`), shown.lead)),
      el("p", { id: "told", class: "soft" }), shown.ending, shown.consent,
      el("div", { class: "cards" }, Object.values(cards).map((one) => one.element))),
    section("leaves", "What leaves", shown.sent, shown.manifest),
    section("table", "Your table", el("div", { class: "panel" }, shown.table)),
    section("budget", "Budget", el("div", { class: "panel" }, shown.budget)),
    section("result", "Own result", el("div", { class: "panel" }, shown.result)),
    section("events", "Events", shown.log.element),
    section("about", "Study", el("div", { class: "panel" }, shown.about, shown.agreed)));
}

/** Draws a part only if what it shows is new. */
function part(name, value, drawn) {
  const mark = JSON.stringify(value === undefined ? null : value);
  if (shown.marks[name] !== mark) {
    shown.marks[name] = mark;
    shown[name].replaceChildren(drawn());
  }
}

function take(next) {
  const before = status;
  status = next;
  if (before && before.phase !== next.phase) {
    announce(next.phase === "asking" ? "Your consent is asked." : `${capital(next.phase)}.`);
    if (next.ending) {
      told("");
    }
  }
  const { cards } = shown;
  const about = next.study;
  const isOver = next.ending !== "";
  cards.phase.set(capital(next.phase), isOver ? "" : next.doing);
  cards.sent.set(bytes(next.bytes), `in ${Coterie.count(next.releases.length, "message")}${next.limit ? `; ${next.limit}` : ""}${next.refused ? `; ${Coterie.count(next.refused, "question")} refused` : ""}`);
  cards.records.set(about.records === undefined ? "–" : number(about.records), about.records === undefined ? "" : `${number(about.features)} features; they stay here`);
  const limit = next.ledger?.limit_epsilon;
  cards.budget.set(
    limit === undefined ? (next.ledger ? "none set" : "–") : `ε ${short(Math.max(0, next.ledger.remaining_epsilon))}`,
    limit === undefined ? (about.level && about.level !== "dp" ? `level ${about.level} has no budget` : "") : `of ε ${limit} at δ ${next.ledger.limit_delta}`);
  say(shown.lead, isOver ? "" : capital(next.phase === "asking" ? "waiting for your consent" : next.waiting || next.doing || "connecting to the coordinator"));
  shown.ending.hidden = !isOver;
  shown.ending.className = `box ${next.phase === "finished" ? "good" : "warn"}`;
  say(shown.ending, next.ending);
  shown.consent.hidden = next.phase !== "asking";
  part("releases", next.releases.length, () => releases(next.releases));
  part("manifest", next.manifest?.bytes, () => (next.manifest ? manifest(next.manifest) : ""));
  // Before consent what would leave is read first, after it what has left.
  const [first, second] = next.phase === "asking" ? [shown.manifest, shown.sent] : [shown.sent, shown.manifest];
  if (first.nextElementSibling !== second) {
    second.before(first);
  }
  part("table", [next.table, about.hash], () => el("p", { class: "soft" }, next.table ? "Reading …" : about.hash
    ? "Not shown here: the study names no columns, or an engine on other machines reads the table."
    : "It is looked at before anything is asked."));
  if (next.table && !shown.looked) {
    shown.looked = true;
    read("table").then((looked) => shown.table.replaceChildren(...ownTable(looked)), () => (shown.looked = false));
  }
  part("budget", next.ledger, () => budget(next));
  part("result", [next.sizes, about.profile], () => (about.profile
    ? el("p", { class: "soft" }, "A profile counts values over all sites and labels no record. Its page appears where the results of this site are.")
    : next.sizes.length
    ? el("div", {}, sizeBars(next.sizes), el("p", { class: "soft small" }, "This site's own records by cluster. Nobody else sees these numbers."))
    : el("p", { class: "soft" }, "The records are labelled at the end of the study.")));
  part("asked", [about.hash, next.phase === "asking"], () => (about.hash && next.phase === "asking" ? agreement(about.agreement) : ""));
  part("agreed", [about.hash, next.phase === "asking"], () => (about.hash && next.phase !== "asking" ? agreement(about.agreement) : ""));
  part("account", about.hash, () => (about.hash
    ? el("div", {}, el("p", {}, about.account), about.cautions.map((words) => el("p", { class: "box warn" }, words))) : ""));
  part("about", about.hash, () => (about.hash ? facts([
    ["Study", about.study], ["Method", about.method], ...(about.profile ? [] : [["Clusters", about.clusters]]), ["Privacy", about.account],
    ["Sites", about.sites.join(", ")], ["Records", `${about.data}: ${number(about.records)}`], ["Hash", el("code", {}, about.hash)],
  ]) : el("p", { class: "soft" }, "Not known yet.")));
}

const protection = (field) => (field.unprotected ? el("span", { class: "wrong" }, `unprotected: ${field.mechanism.replace(/^none: /, "")}`) : field.mechanism);
const cost = (field) => (field.rho ? `ρ ${short(field.rho)}` : field.epsilon ? `ε ${short(field.epsilon)}` : "");

function fieldTable(caption, messages) {
  return el("div", { class: "fields" }, Coterie.table({
    caption,
    head: ["Message", "Field", "Shape", "Bytes", "Protection", "Cost"],
    numbers: [3],
    rows: messages.flatMap((message) => message.fields.map((field, i) => [
      i === 0 ? `${message.rounds} ${message.question ? `${message.question}: ` : ""}${message.kind}` : "", field.field, field.shape, number(field.bytes), protection(field), cost(field)])),
  }));
}

/** Messages that say the same in rounds that follow each other are told once. */
function merged(messages) {
  const all = [];
  messages.forEach((message) => {
    const last = all[all.length - 1];
    const mark = JSON.stringify([message.kind, message.fields]);
    if (last && last.mark === mark) {
      last.last = message.round;
      last.bytes += message.bytes;
    } else {
      all.push({ ...message, mark, last: message.round });
    }
  });
  return all.map((one) => ({ ...one, rounds: one.last === one.round ? `r${one.round}` : `r${one.round}–${one.last}` }));
}

function releases(all) {
  if (all.length === 0) {
    return el("p", { class: "soft" }, "Nothing has left this site since this page's process began.");
  }
  return fieldTable(`${Coterie.count(all.length, "message")}, ${bytes(status.bytes)}; newest last`, merged(all.slice(-200)));
}

function limits(agreed) {
  return el("div", { class: "fields limits" }, Coterie.table({
    caption: `At most ${Coterie.count(agreed.rounds, "round")} and ${bytes(agreed.bytes)} in all`,
    head: ["Question", "Answer", "Rounds, at most", "Numbers each, at most", "Leaves", "Smallest group"],
    numbers: [2, 3],
    rows: agreed.steps.map((step) => [
      step.question, step.answer, number(step.rounds), number(step.numbers), step.form, step.min_group > 1 ? number(step.min_group) : "any"]),
  }));
}

function manifest(leaving) {
  return el("div", { class: "panel" },
    el("h3", {}, "What the study may ask at most"),
    el("p", { class: "soft small" }, "This site refuses everything beyond it and leaves the study. docs/privacy.md explains each question."),
    limits(leaving.limits),
    el("h3", {}, "What would leave, rehearsed with this site's own records"),
    fieldTable(`${Coterie.count(leaving.messages.length, "message")}, ${bytes(leaving.bytes)} in all`, leaving.summary),
    el("p", { class: "soft small" }, `Not sent: ${leaving.not_sent.join(", ")}.`));
}

/** What the study makes of the site's own table; the values themselves are shown in a terminal only. */
function ownTable(looked) {
  const share = (count, cells) => (count === 0 ? "–" : `${number(count)} (${(100 * count / Math.max(1, cells)).toFixed(1)} %)`);
  const asked = looked.columns.flatMap((column) => column.questions);
  const parts = [];
  if (looked.problem) {
    parts.push(el("p", { class: "box warn" }, looked.problem));
  }
  if (asked.length) {
    parts.push(el("h3", {}, "To be answered"), el("ul", {}, asked.map((words) => el("li", {}, words))));
  }
  if (looked.columns.length) {
    parts.push(el("div", { class: "own-table" }, Coterie.table({
      caption: `${Coterie.count(looked.all, "column")} of the study${looked.all > looked.columns.length ? `, the first ${looked.columns.length}` : ""}`,
      head: ["Column of the study", "Your column", "By the mapping", "Missing", "Unknown", "Unread", "Outside"],
      numbers: [3, 4, 5, 6],
      rows: looked.columns.map((one) => [
        one.column, one.from || "–", one.how || (one.from ? "as it is" : "–"),
        share(one.missing, one.cells), share(one.unknown, one.cells), share(one.unread, one.cells), share(one.outside, one.cells)]),
    })));
  }
  if (looked.unread.length) {
    parts.push(el("p", {}, `Not used: ${looked.unread.join(", ")}.`));
  }
  looked.notes.forEach((words) => parts.push(el("p", { class: "soft small" }, words)));
  parts.push(el("p", { class: "soft small" },
    looked.mapped ? "To change it, edit the mapping, look at it with " : "If your columns are others, draft a mapping with coterie map, and look at it with ",
    el("code", {}, looked.command), looked.mapped ? ", which also shows the values, and join again." : " --mapping mapping.yaml, which also shows the values; then join with it."));
  return parts;
}

function budget(next) {
  const book = next.ledger;
  if (!book) {
    return el("p", { class: "soft" }, next.study.level ? `Only level dp has a budget; this study is of level ${next.study.level}.` : "Not known yet.");
  }
  return facts([
    ["Limit", book.limit_epsilon === undefined ? "none is set, so nothing may be released" : `ε ${book.limit_epsilon} at δ ${book.limit_delta}`],
    ["Spent", book.spent_epsilon === undefined ? `ρ ${short(book.spent_rho)}` : `ε ${short(book.spent_epsilon)}${book.spent_rho ? ` (ρ ${short(book.spent_rho)})` : ""}, by all studies on these records`],
    ["Left", book.remaining_epsilon === undefined ? "–" : `ε ${short(Math.max(0, book.remaining_epsilon))}`],
    ["Entries", number(book.lines)],
    ["Ledger", el("code", {}, book.ledger)],
  ]);
}

frame();
start();

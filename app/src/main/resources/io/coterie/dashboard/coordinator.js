/* The coordinator's page: a study as it goes on. */
import { announce, listen, read, Refused, takeToken } from "./live.js";
import {
  action, bar, byId, byteChart, capital, card, eventLog, facts, frame, linked, say, section, signInPage, sizeBars, time, told,
} from "./parts.js";

const { el, bytes, number } = Coterie;
const OVER = ["finished", "failed", "stopped", "paused"];

/** Silent for longer than this, a site may have lost what it knew. */
const SILENT = 20;

let quit = () => {};
let status;
let heardAt = 0;
let shown = {};

async function start(why) {
  quit();
  if (!takeToken()) {
    signInPage("coordinator", "operator.token", why, start);
    return;
  }
  try {
    const all = await read("status");
    const names = all.studies.map((study) => study.study);
    const asked = new URLSearchParams(location.search).get("study");
    if (names.length === 0) {
      byId("main").replaceChildren(el("p", { class: "box" }, "The coordinator is starting."));
      setTimeout(start, 1000);
      return;
    }
    const name = names.includes(asked) ? asked : names[0];
    const about = await read(`study?study=${encodeURIComponent(name)}`);
    build(name, names, about);
    take(all.studies.find((study) => study.study === name));
    quit = listen(`live?study=${encodeURIComponent(name)}`, {
      hear: (event, data) => (event === "status" ? take(data) : shown.log.add(data)),
      linked: (isLinked) => linked(isLinked, "coordinator"),
      refused: () => start("This page's token has expired; sign in again."),
    });
  } catch (problem) {
    if (problem instanceof Refused) {
      signInPage("coordinator", "operator.token", "The token of this page is wrong, or has expired.", start);
    } else {
      linked(false, "coordinator");
      setTimeout(start, 2000);
    }
  }
}

function build(name, names, about) {
  document.title = `${name} – Coterie`;
  byId("contents").replaceChildren();
  const cards = {
    phase: card("Phase"), round: card("Round"), left: card("Time to go"),
    answers: card("Answers"), received: card("Received"), messages: card("Messages"),
  };
  const progress = bar("Answers of this step");
  const buttons = {
    close: action({
      label: "Close round", path: () => `close-round?study=${encodeURIComponent(name)}`, done: "The round is being closed.",
      question: () => ({ title: "Close the round?", words: closeWords() }),
    }),
    stop: action({
      label: "Stop study", grave: true, path: () => `stop?study=${encodeURIComponent(name)}`, done: "The study is being stopped.",
      question: () => ({
        title: `Stop study ${name}?`,
        words: "All sites are told and end too. What came in is kept; the study can be resumed once the sites join again.",
      }),
    }),
    resume: action({
      label: "Resume study", path: () => `resume?study=${encodeURIComponent(name)}`, done: "The study goes on.",
      question: () => ({
        title: `Resume study ${name}?`,
        words: "It goes on from its journal, from where it was. Sites that have ended must be started again with coterie join.",
      }),
    }),
  };
  shown = {
    about, cards, progress, buttons,
    lead: el("p", { class: "lead" }), ending: el("p", { class: "box", hidden: true }),
    rows: new Map(), body: el("tbody"), sitesNote: el("span", { class: "soft small" }),
    chart: byteChart("Bytes that the sites sent, by round"), numbers: el("details", {}, el("summary", {}, "Numbers")), rounds: el("div"), chartNote: el("p", { class: "soft small" }),
    findings: el("div"), sizes: el("div"), result: "", log: eventLog((line) => line.text),
  };
  shown.numbers.append(shown.rounds);
  shown.numbers.addEventListener("toggle", roundTable);
  const others = names.length < 2 ? "" : el("nav", { class: "studies", "aria-label": "Studies" },
    names.map((other) => el("a", { href: `?study=${encodeURIComponent(other)}`, "aria-current": other === name ? "page" : undefined }, other)));
  byId("main").replaceChildren(
    el("section", { class: "hero", "aria-label": "State" },
      others,
      el("div", { class: "headline" },
        el("div", {}, el("h1", {}, name), shown.lead),
        el("div", { class: "buttons", role: "group", "aria-label": "Study" }, buttons.close, buttons.stop, buttons.resume)),
      el("p", { id: "told", class: "soft" }),
      shown.ending,
      el("div", {}, el("div", { class: "cards" }, Object.values(cards).map((one) => one.element)), progress.element)),
    section("sites", "Sites", sitesPanel()),
    section("rounds", "Rounds", el("figure", { class: "panel" },
      el("figcaption", {}, el("div", { class: "says" }, el("h3", {}, "Bytes by round"), el("p", {}, "What the sites sent, all together."))),
      shown.chart.element, shown.chartNote, shown.numbers)),
    section("result", "Result as it forms", el("div", { class: "pair" },
      el("div", { class: "panel" }, el("h3", {}, "Clusters"), shown.sizes),
      el("div", { class: "panel" }, el("h3", {}, "Findings"), shown.findings))),
    section("events", "Events", shown.log.element),
    section("about", "Study", el("div", { class: "panel" }, facts(aboutRows(about)))));
}

function aboutRows(about) {
  return [
    ["Method", about.method],
    ...(about.profile ? [] : [["Clusters", about.clusters]]),
    ["Features", number(about.features)],
    ["Privacy", about.account],
    ...about.cautions.map((words) => ["Note", words]),
    ["Budget", budget(about)],
    ["Waits", `${about.join_within} for sites to join, ${about.answer_within} for answers`],
    ["Quorum", `${about.quorum} of ${about.sites.length} sites`],
    ["Hash", el("code", {}, about.hash)],
  ];
}

const budget = (about) => about.epsilon === undefined
  ? "none: only level dp has one"
  : `epsilon ${about.epsilon} at delta ${about.delta} for one person, at each site; its own ledger keeps count and refuses more`;

function sitesPanel() {
  const head = ["Site", "State", "Last heard", "Doing", "Rounds", "Budget", "Received", "Sent"];
  shown.only = el("input", { type: "checkbox", id: "only" });
  shown.only.addEventListener("change", tick);
  return el("div", { class: "panel" },
    el("div", { class: "tools" }, el("label", { for: "only" }, shown.only, "Only sites that are awaited, silent or out"), shown.sitesNote),
    el("div", { class: "scroll sites", tabindex: "0", role: "region", "aria-label": "Sites" },
      el("table", { class: "live-table" },
        el("thead", {}, el("tr", {}, head.map((name, i) => el("th", { scope: "col", class: i === 4 || i > 5 ? "number" : undefined }, name)))),
        shown.body)));
}

function row(site) {
  const cells = {
    state: el("td", { "data-name": "State" }, el("span", { class: "state" })), heard: el("td", { "data-name": "Last heard" }),
    doing: el("td", { class: "doing", "data-name": "Doing" }), rounds: el("td", { class: "number", "data-name": "Rounds" }),
    budget: el("td", { "data-name": "Budget" }, shown.about.epsilon === undefined ? "none" : `at most ε ${shown.about.epsilon}`),
    received: el("td", { class: "number", "data-name": "Received" }), sent: el("td", { class: "number", "data-name": "Sent" }),
  };
  const line = el("tr", {}, el("th", { scope: "row" }, site.name), Object.values(cells));
  shown.body.append(line);
  return { ...cells, line };
}

function closeWords() {
  const missing = status.sites.filter((site) => (status.phase === "gathering" ? site.state === "expected" : site.awaited)).length;
  return missing === 0
    ? "Nobody is waited for just now."
    : `It goes on without the ${number(missing)} of ${number(status.sites.length)} sites that are missing. If fewer than ${number(status.quorum)} are left, the study fails.`;
}

/** Takes a whole status and shows it. */
function take(next) {
  const before = status;
  status = next;
  heardAt = performance.now();
  if (before && before.phase !== next.phase) {
    told("");
    announce(`${capital(next.phase)}${next.round ? `, round ${next.round}` : ""}.`);
  }
  const out = next.sites.reduce((sum, site) => sum + site.bytes_in, 0);
  const into = next.sites.reduce((sum, site) => sum + site.bytes_out, 0);
  const accepted = next.messages.accepted || 0;
  const wrong = ["refused", "damaged", "late", "duplicate"].filter((word) => next.messages[word]).map((word) => `${next.messages[word]} ${word}`);
  const { cards } = shown;
  cards.phase.set(capital(next.phase), next.step ? `step ${next.step}` : "");
  const closed = next.rounds.length ? next.rounds[next.rounds.length - 1].round : 0;
  const isOver = OVER.includes(next.phase);
  cards.round.set(next.round ? number(isOver ? closed : next.round) : "–", `${number(closed)} closed`);
  cards.received.set(bytes(out), `${bytes(into)} sent to the sites`);
  cards.messages.set(number(accepted), wrong.join(", ") || "all accepted");
  answers(next);
  say(shown.lead, isOver ? "" : capital(next.waiting_for === next.phase ? phaseWords(next.phase, shown.about) : next.waiting_for));
  shown.ending.hidden = !next.ending;
  shown.ending.className = `box ${next.phase === "failed" ? "bad" : next.phase === "finished" ? "good" : "warn"}`;
  say(shown.ending, next.ending || "");
  shown.buttons.close.hidden = isOver;
  shown.buttons.close.disabled = next.seconds_left === undefined;
  shown.buttons.stop.hidden = isOver;
  shown.buttons.resume.hidden = !isOver || next.phase === "finished";
  next.sites.forEach((site) => {
    if (!shown.rows.has(site.name)) {
      shown.rows.set(site.name, row(site));
    }
    const cells = shown.rows.get(site.name);
    say(cells.doing, isOver && site.state === "joined" ? "" : site.remark);
    say(cells.rounds, number(site.rounds));
    say(cells.received, bytes(site.bytes_in));
    say(cells.sent, bytes(site.bytes_out));
  });
  course(next);
  tick();
}

const phaseWords = (phase, about) => ({
  starting: "the study is starting", working: "the coordinator computes", collecting: "all answers are in",
  gathering: "all sites are there", labelling: about.profile ? "sites take the profile" : "sites label their records",
}[phase] || phase);

function answers(next) {
  const joined = next.sites.filter((site) => site.state === "joined").length;
  const isGathering = next.phase === "gathering";
  const awaited = next.sites.filter((site) => site.awaited).length;
  const isOpen = next.step !== undefined;
  const count = isGathering ? joined : isOpen ? Math.max(0, joined - awaited) : joined;
  const whole = isGathering ? next.sites.length : joined;
  shown.cards.answers.set(isOpen || isGathering ? `${number(count)} of ${number(whole)}` : "–",
    `quorum ${number(next.quorum)} of ${number(next.sites.length)} sites`);
  shown.progress.element.classList.toggle("still", !(isOpen || isGathering));
  shown.progress.set(isOpen || isGathering ? count / Math.max(1, whole) : 0, `${count} of ${whole}`);
}

/** What came of the rounds; drawn only where something is new. */
function course(next) {
  const mark = JSON.stringify([next.rounds.length && next.rounds[next.rounds.length - 1].round, next.findings, next.sizes, next.phase]);
  shown.chart.set(next.rounds);
  if (mark === shown.result) {
    return;
  }
  shown.result = mark;
  say(shown.chartNote, next.rounds.length ? "" : "No round is closed yet.");
  roundTable();
  const known = Object.entries(next.findings);
  shown.findings.replaceChildren(known.length ? facts(known.map(([name, value]) => [capital(name), value])) : el("p", { class: "soft" }, "Nothing yet."));
  shown.sizes.replaceChildren(
    next.sizes.length ? sizeBars(next.sizes) : el("p", { class: "soft" }, "Not known yet, or not to be shown at this level."),
    next.sizes.length ? el("p", { class: "soft small" }, shown.about.level === "dp" ? "Noisy counts, as the sites let them out." : shown.about.level === "totals" ? "Records by totals over all sites." : "Records by the groups that the sites sent.") : "");
}

/** The numbers behind the chart, while somebody looks at them. */
function roundTable() {
  if (!shown.numbers.open) {
    return;
  }
  shown.rounds.replaceChildren(Coterie.table({
    head: ["Round", "Question", "Sites", "Bytes", "Seconds"], numbers: [0, 2, 3, 4],
    rows: status.rounds.slice(-100).reverse().map((round) => [round.round, round.question, number(round.sites), number(round.bytes), round.took.toFixed(1)]),
  }));
}

/** What changes by itself: times. */
function tick() {
  if (!status) {
    return;
  }
  const passed = (performance.now() - heardAt) / 1000;
  const { cards, about } = shown;
  if (status.seconds_left === undefined) {
    cards.left.set("–", OVER.includes(status.phase) ? "" : "nothing is waited for");
  } else {
    const isGathering = status.phase === "gathering";
    cards.left.set(time(status.seconds_left - passed), `of ${isGathering ? about.join_within : about.answer_within}`);
  }
  const isOver = OVER.includes(status.phase);
  let silent = 0;
  status.sites.forEach((site) => {
    const cells = shown.rows.get(site.name);
    const silence = site.seconds_silent === undefined ? undefined : site.seconds_silent + passed;
    const isSilent = !isOver && silence > SILENT && site.state === "joined";
    silent += isSilent ? 1 : 0;
    const state = isSilent ? "silent" : site.awaited ? "awaited" : site.state;
    const mark = cells.state.firstChild;
    say(mark, state);
    if (mark.className !== `state ${state}`) {
      mark.className = `state ${state}`;
    }
    cells.line.hidden = shown.only.checked && state === "joined";
    say(cells.heard, silence === undefined ? "never" : isOver ? "" : `${time(silence)} ago`);
  });
  const joined = status.sites.filter((site) => site.state === "joined").length;
  say(shown.sitesNote, `${number(joined)} of ${number(status.sites.length)} joined${silent ? `, ${number(silent)} of them silent for more than ${SILENT} s` : ""}.`);
}

setInterval(tick, 1000);
window.addEventListener("resize", () => status && shown.chart?.set(status.rounds));
frame();
start();

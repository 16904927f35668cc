/* What an owner is asked to agree to, in words and in a picture, and the file of it. */
import { read } from "./live.js";
import { facts, svg, told } from "./parts.js";

const { el, number } = Coterie;

/** What the study is for, what it reads and who sees what. */
export function agreement(asked) {
  const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
  return el("div", { class: "agreement" },
    asked.about.length
      ? facts(asked.about.map((line) => [capital(line.name), line.text]))
      : el("p", { class: "box warn" }, "The study file does not say what the study is for, who asks, and how long the answer is kept. Ask before you agree."),
    el("h3", {}, "What is read"),
    el("p", {}, asked.read),
    asked.columns.length ? el("div", { class: "fields" }, Coterie.table({
      caption: `${number(asked.columns.length)}${asked.more_columns ? ` of ${number(asked.columns.length + asked.more_columns)}` : ""} columns; the file below has all`,
      head: ["Column", "Kind", "Unit", "Values"],
      rows: asked.columns,
    })) : "",
    el("h3", {}, "What is seen"),
    el("p", {}, asked.seen),
    asked.masked ? picture() : "",
    el("p", {}, download()));
}

/** Three sites hide their sums under masks, which cancel out on the way. */
function picture() {
  const box = (x, y, width, strong, lines) => svg("g", {},
    svg("rect", { class: strong ? "strong" : "", x, y, width, height: 46, rx: 6 }),
    ...lines.map((line, i) => svg("text", { x: x + width / 2, y: y + 19 + 18 * i, "text-anchor": "middle" }, line)));
  const sites = [["this site", "12 + mask"], ["another site", "30 + mask"], ["another site", "8 + mask"]];
  return svg("svg", {
    class: "totals-picture", viewBox: "0 0 440 176", role: "img",
    "aria-label": "Three sites send 12, 30 and 8, each with a mask added. The masks cancel out, and the coordinator reads 50 and nothing else.",
  },
    ...sites.map((_, i) => svg("line", { x1: 130, y1: 29 + 60 * i, x2: 286, y2: 88 })),
    ...sites.map((lines, i) => box(4, 6 + 60 * i, 126, i === 0, lines)),
    box(286, 65, 150, true, ["the coordinator", "reads 50, no more"]),
    svg("text", { x: 361, y: 132, "text-anchor": "middle", class: "soft" }, "the masks add up to 0"));
}

/** The token is in no address, so the file is fetched and handed to the browser. */
function download() {
  const button = el("button", { type: "button" }, "Download as a file");
  button.addEventListener("click", async () => {
    try {
      const file = await read("agreement");
      const link = el("a", { download: file.name, href: URL.createObjectURL(new Blob([file.text], { type: "text/markdown" })) });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    } catch (problem) {
      told(`Not done: ${problem.message}.`, true);
    }
  });
  return button;
}

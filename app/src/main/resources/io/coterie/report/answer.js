/* What a report and a site's own report share: the first screen, what sets groups apart, the glossary. */
const Answer = (() => {
  "use strict";
  const { el, figure, table, base, axis, color, number, escapeHtml, clusterColor, clusterName } = Coterie;
  const main = document.getElementById("main");

  const text = (words, kind = "soft") => el("p", { class: kind }, words);
  const swatch = (c, name = clusterName(c)) =>
    el("span", { title: clusterName(c) }, el("span", { class: "swatch", style: `background:${clusterColor(c)}` }), name);
  const tip = (title, lines) =>
    `<strong>${escapeHtml(title)}</strong>${lines.map((line) => `<br>${escapeHtml(line)}`).join("")}`;
  /** Room for the longest of some names beside a chart, at most a third of it. */
  const room = (names, width) => Math.round(Math.min(width / 3, 20 + 7 * Math.max(...names.map((name) => name.length))));
  const beside = (names, width) => ({
    color: color("--soft"), width: room(names, width) - 14,
    ...(width < 480 ? { overflow: "break", fontSize: 11, lineHeight: 12 } : { overflow: "truncate" }),
  });

  function contents(id, name) {
    document.getElementById("contents").append(el("a", { href: `#${id}` }, name));
  }

  function section(id, name, title, ...parts) {
    main.append(el("section", { id, "aria-labelledby": `${id}-title` }, el("h2", { id: `${id}-title` }, title), ...parts));
    contents(id, name);
  }

  /** Per cent stay with their number. */
  const kept = (words) => words.replace(/ %/g, "\u00a0%");
  const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

  /* The first screen */

  const GLOSSARY = {
    group: ["Group (cluster)", "Records that are more like each other than like the others. Groups are numbered from 1; the numbers are those of labels.csv. A group is not a diagnosis."],
    clear: ["Clear groups", "There are far fewer records between any two groups than in them, seen on records that had no part in the cut."],
    weak: ["Weak groups", "There are somewhat fewer records between groups than in them; many records are between two groups."],
    none: ["No clear groups", "There are as many records between groups as in them: one crowd, cut into parts."],
    distinct: ["Not distinct", "Two groups without a valley between them; they may be one."],
    valley: ["Z and R of a valley", "R is how many records are in the valley between two groups for one on its lower side: 0 is empty, 1 is no valley. Z is how sure it is, in standard errors: below 1 is chance, 3 and more is clear."],
    effect: ["Standardised difference", "The difference between a group and all other records, in standard deviations of a record. 0.2 is small, 0.5 medium, 0.8 large (Cohen 1988, a convention)."],
    interval: ["95 % interval", "Where the difference would be for 19 of 20 samples of so many records, with these groups as they are. The groups were made of the same columns, so it is no test of whether they are real."],
    range: ["Middle two thirds", "About two of three records of the group are in this range, by the spread of the group in the model."],
    silhouette: ["Silhouette", "How much nearer a record is to its own group than to the next one: 1 is far apart, 0 on the border. Below 0.25 there is no substantial structure (Kaufman and Rousseeuw 1990)."],
    davies: ["Davies-Bouldin, Calinski-Harabasz", "Compare widths of groups with distances between them. They compare answers on the same records and mean nothing by themselves."],
    nmi: ["NMI, ARI, ACC", "How far the groups agree with labels that somebody gave: 0 is chance (of ACC the largest class), 1 the same. No method sees the labels."],
    stability: ["Stability", "Agreement of the groups with those found when a tenth of the places is left out. High is needed, but noise can be stable too."],
    eigengap: ["Eigengap", "The drop after the last group in the eigenvalues of the graph. A large drop speaks for that number of groups."],
    entropy: ["Posterior entropy", "How much doubt there is about a record's group by the model: 0 is none, larger values mean many records on borders."],
    lattice: ["Representation, on-lattice", "The steps from a record to the point that is clustered. On-lattice rounds values to a grid, so that sums are whole numbers and can be masked."],
    anchors: ["Anchors, cells", "Small parts of the space of records. Only totals over the records near an anchor leave the sites, never a record."],
    share: ["What a column shows of the group", "The part of the doubt about a record's group that ends when this column is known (uncertainty coefficient)."],
  };

  /** A word that leads to its line in the glossary. */
  const term = (key, words) => el("a", { class: "term", href: `#word-${key}` }, words);

  /** Names of scores and findings that the glossary has under another key. */
  const KEYS = {
    "Stability": "stability", "Eigengap": "eigengap", "Silhouette": "silhouette", "Davies-Bouldin": "davies", "Calinski-Harabasz": "davies",
    "Accuracy (ACC)": "nmi", "Information (NMI)": "nmi", "Rand index (ARI)": "nmi", "Clusters": "group",
    "stability": "stability", "representation": "lattice", "anchors": "anchors", "refinement": "entropy", "evidence": "valley", "not distinct": "distinct",
  };
  const named = (name) => (KEYS[name] ? term(KEYS[name], name) : name);

  function glossary() {
    section("glossary", "Glossary", "What the words mean",
      el("dl", { class: "glossary" }, Object.entries(GLOSSARY).flatMap(([key, [name, line]]) =>
        [el("dt", { id: `word-${key}` }, name), el("dd", {}, line)])));
  }

  /** How sure the groups are, in a box whose words do not need its colour. */
  function sure(groups) {
    return el("div", { class: `sure ${groups.kind}`, id: "how-sure" },
      el("p", { class: "verdict" }, el("span", { class: "label" }, "How sure? "), groups.words),
      el("p", {}, groups.meaning),
      groups.fit ? el("p", {}, `Sites: ${groups.fit}.`) : "",
      !groups.not_distinct ? "" : /^\d+ clusters/.test(groups.not_distinct) ? el("p", {}, `${groups.not_distinct}.`) :
        el("p", {}, term("distinct", "Not distinct"), `: ${groups.not_distinct}.`));
  }

  /** A card for each group: its sentence, its rule, and what else is known of it. */
  function cards(groups, extra = () => "") {
    const many = groups.list.length > 12;
    return el("div", { class: many ? "groups many" : "groups" }, groups.list.map((group, c) => {
      const name = clusterName(c);
      const plain = group.traits.length === 0 ? group.sentence.replace(/^Group \d+[^:]*:? ?/, "") : "";
      return el("article", { class: "group", style: `border-left-color:${clusterColor(c)}`, "aria-label": name },
        el("h3", {}, swatch(c), group.size ? el("span", { class: "size" }, kept(`: ${group.size}`)) : ""),
        group.traits.length > 0 ? el("ul", {}, group.traits.map((trait) => el("li", {}, kept(trait)))) : plain && plain !== "." ? el("p", {}, capital(plain)) : "",
        group.rule ? el("p", { class: "rule" }, el("span", { class: "label" }, "Rule: "), el("b", {}, group.rule.text), kept(`. It ${group.rule.fidelity}.`)) : "",
        extra(c));
    }));
  }

  /* What makes groups different */

  const hasDifferences = (part) => part.clusters.some((cluster) => (cluster.differences || []).some((one) => one.text));
  const strength = (cluster, j) => {
    const one = (cluster.differences || [])[j];
    return one && one.text ? one.strength : cluster.effects[j];
  };

  /**
   * Columns that set groups apart, as a chart, as a table of means, and group by group.
   *   says   where the numbers come from
   */
  function differences(part, { id = "profile", nav = "Differences", title = "What makes each group different?", says = "" } = {}) {
    const shown = part.clusters.map((_, c) => c).filter((c) => part.clusters[c].shown);
    if (shown.length === 0 || part.features.length === 0) {
      return;
    }
    const few = shown.length <= 4;
    const features = part.features.slice(0, few ? 12 : 24);
    const known = hasDifferences(part);
    const value = (c, j) => (part.clusters[c].texts || part.clusters[c].means.map(Coterie.short))[j];
    const overall = part.overall_texts || part.overall.map(Coterie.short);
    const against = known ? "all other records" : "the mean of all";
    const details = (c, j) => tip(`${part.features[j]}, ${clusterName(c)}`, [
      `${value(c, j)} (all: ${overall[j]})`,
      known && part.clusters[c].differences[j].text
        ? `difference to the rest ${part.clusters[c].differences[j].text}${part.kinds && part.kinds[j] === "share" ? " % of records" : " deviations"}`
        : `${number(part.clusters[c].effects[j], 2)} standard deviations from the mean of all`]);
    const strengths = (c) => features.map((_, j) => strength(part.clusters[c], j));
    const bars = (width) => ({
      ...base(),
      legend: { ...base().legend, type: "scroll" },
      grid: { left: room(features, width), right: 24, top: 36, bottom: 48 },
      tooltip: { ...base().tooltip, formatter: (p) => details(shown[p.seriesIndex], p.dataIndex) },
      xAxis: axis(width < 480 ? "standardised difference" : `standardised difference to ${against}`, { type: "value" }),
      yAxis: axis("", { type: "category", inverse: true, data: features, axisLabel: beside(features, width), axisLine: { show: false } }),
      series: shown.map((c) => ({
        name: clusterName(c), type: "bar", barMaxWidth: 12, barGap: "10%", itemStyle: { color: clusterColor(c) }, data: strengths(c),
      })),
    });
    const largest = Math.max(1, ...shown.map((c) => Math.max(...strengths(c).map(Math.abs))));
    const cells = (width) => ({
      ...base(),
      legend: { show: false },
      grid: { left: room(features, width), right: 24, top: 16, bottom: 96 },
      tooltip: { ...base().tooltip, formatter: (p) => details(shown[p.value[0]], p.value[1]) },
      visualMap: {
        type: "continuous", min: -largest, max: largest, calculable: false, orient: "horizontal", left: "center", bottom: 0,
        text: ["above the rest", "below"], textStyle: { color: color("--soft") }, itemHeight: 120,
        inRange: { color: [color("--below"), color("--middle"), color("--above")] },
      },
      xAxis: axis("group", { type: "category", data: shown.map((c) => String(c + 1)), nameGap: 26 }),
      yAxis: axis("", { type: "category", inverse: true, data: features, axisLabel: beside(features, width) }),
      series: [{
        type: "heatmap",
        data: shown.flatMap((c, i) => strengths(c).map((one, j) => [i, j, one])),
        itemStyle: { borderColor: color("--surface"), borderWidth: 1 },
      }],
    });
    const kind = (j) => (part.kinds && part.kinds[j] !== "share" && !/\(/.test(part.features[j]) ? ` (${part.kinds[j]})` : "");
    const listed = part.features.map((feature, j) => [feature + kind(j), overall[j], ...shown.map((c) => value(c, j) || "–")]);
    const typical = {
      caption: "What is typical of each group, and of all records", head: ["column", "all", ...shown.map((c) => swatch(c))],
      numbers: [1, ...shown.map((_, i) => i + 2)], rows: listed,
    };
    if (part.clusters.length < 2) {
      section(id, nav, "What are the records like?", text("There is one group, so no column sets groups apart."),
        el("div", { class: "panel" }, table(typical)));
      return;
    }
    section(id, nav, title,
      text(says || `The numbers are ${part.source}. Of ${Coterie.count(part.features_in_all, "column")}, those that set a group apart most come first.`),
      figure({
        id: "effects",
        title: "Columns that set the groups apart",
        says: `How far a group is from ${against}, in standard deviations; shares of levels on the same scale. 0.2 is small, 0.5 medium, 0.8 large`,
        height: () => few ? 96 + features.length * (14 + 14 * shown.length) : 130 + features.length * 22,
        option: few ? bars : cells,
        table: { open: true, ...typical },
      }),
      known ? el("div", { class: "by-group" },
        el("p", { class: "soft" }, "Each group against all other records, with ", term("effect", "standardised differences"), " of numbers and differences of shares in per cent of the records, and their ", term("interval", "95 % intervals"), "."),
        shown.map((c) => groupTable(part, c, overall, value))) : "");
  }

  function groupTable(part, c, overall, value) {
    const cluster = part.clusters[c];
    const order = part.features.map((_, j) => j)
      .filter((j) => value(c, j) !== "" && cluster.differences[j].text)
      .sort((a, b) => Math.abs(strength(cluster, b)) - Math.abs(strength(cluster, a)));
    const size = (j) => {
      const one = cluster.differences[j];
      const share = part.kinds[j] === "share";
      const strong = Math.abs(one.strength);
      const words = one.low <= 0 && one.high >= 0 ? "open" : strong >= 0.8 ? "large" : strong >= 0.5 ? "medium" : strong >= 0.2 ? "small" : "very small";
      return [`${one.text}${share ? " %" : ""}`, words];
    };
    const ranges = order.some((j) => cluster.ranges[j]);
    return el("details", { class: "panel", open: part.clusters.length <= 3 },
      el("summary", {}, swatch(c), " against the rest"),
      table({
        caption: `${clusterName(c)}: the strongest differences first`,
        head: ["column", "this group", "all", "difference (interval)", "size", ...(ranges ? ["middle two thirds"] : [])],
        numbers: [1, 2, 3],
        rows: order.map((j) => [part.features[j], value(c, j), overall[j], ...size(j), ...(ranges ? [cluster.ranges[j] || "–"] : [])]),
      }));
  }

  return { text, swatch, tip, room, beside, contents, section, term, named, glossary, sure, cards, differences };
})();

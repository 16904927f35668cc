/* A site's own report: its records by group beside what the model tells of all sites. */
(() => {
  "use strict";
  const data = JSON.parse(document.getElementById("data").textContent);
  Coterie.nameClusters(data.names || []);
  const { el, figure, table, base, axis, color, number, clusterColor, clusterName } = Coterie;
  const { text, swatch, tip, section } = Answer;
  const main = document.getElementById("main");
  const clusters = Array.from({ length: data.clusters }, (_, c) => c);
  const total = data.sizes.reduce((sum, size) => sum + size, 0);
  const share = (c) => (total > 0 ? data.sizes[c] / total : 0);
  const percent = (value) => `${number(100 * value, 0)} %`;
  const ofAll = data.shares_of_all;
  const isFew = (c) => data.sizes[c] < data.fewest;
  const FEW = "†";

  function hero() {
    main.append(
      el("section", { class: "hero", id: "answer" },
        el("div", { class: "chips" },
          el("span", { class: "chip" }, data.name),
          el("span", { class: "chip" }, `site ${data.site}`),
          el("span", { class: "chip" }, data.finished_at.slice(0, 16).replace("T", " ") + " UTC")),
        el("h1", {}, data.title),
        el("div", { class: "box warn", id: "local" },
          el("p", {}, el("strong", {}, "For this site only."), ` It shows figures of this site's own ${Coterie.count(data.records, "record")}. It was made here, and nothing of it was sent. What all may see is the coordinator's report.`),
          el("p", {}, `${FEW} marks figures over fewer than ${data.fewest} records: keep these to yourself, they may tell of single persons.`)),
        data.notes.length > 0 ? el("div", { class: "sure weak", id: "notes" },
          el("p", { class: "verdict" }, "Look at this site's records"), data.notes.map((note) => el("p", {}, note))) : "",
        el("h2", { class: "sub" }, "What each group is like here"),
        Answer.cards(data.groups, (c) => el("p", { class: "rule" },
          data.sizes[c] === 0 ? "No record of this site is in this group." :
            ofAll ? `Of all sites' records about ${percent(ofAll[c])} are in this group.` : "",
          isFew(c) && data.sizes[c] > 0 ? el("span", { class: "few" }, ` ${FEW} fewer than ${data.fewest} records`) : "")),
        el("p", { class: "small soft" }, `${data.groups.rules_note} Group 1 is cluster 1 in labels.csv, and so on. How sure it is that there are groups is in the coordinator's report.`)));
    Answer.contents("answer", "Answer");
  }

  function sizes() {
    const rows = [{ name: "this site", shares: clusters.map(share) }, ...(ofAll ? [{ name: "all sites", shares: ofAll }] : [])];
    section("sizes", "Sizes", "How many of your records are in each group?",
      ofAll ? text("Beside them the shares of all sites together, from the model, which are approximate.") : "",
      figure({
        id: "sizes-here", title: "Shares of the groups", says: ofAll ? "This site above, all sites below" : "This site",
        height: () => 96 + rows.length * 34,
        option: () => ({
          ...base(),
          legend: { ...base().legend, type: "scroll" },
          grid: { left: 70, right: 24, top: 36, bottom: 48 },
          tooltip: { ...base().tooltip, formatter: (p) => tip(`${p.name}, ${p.seriesName}`, [`${number(p.value, 1)} %`]) },
          xAxis: axis("% of the records", { type: "value", max: 100 }),
          yAxis: axis("", { type: "category", inverse: true, data: rows.map((row) => row.name) }),
          series: clusters.map((c) => ({
            name: clusterName(c), type: "bar", stack: "all", barMaxWidth: 22,
            itemStyle: { color: clusterColor(c), borderColor: color("--surface"), borderWidth: 1 },
            data: rows.map((row) => Math.round(1000 * row.shares[c]) / 10),
          })),
        }),
        table: {
          open: true, caption: "Records of this site by group", head: ["group", "records", "share here", ...(ofAll ? ["share of all sites"] : [])], numbers: [1, 2, 3],
          rows: clusters.map((c) => [swatch(c), `${number(data.sizes[c])}${isFew(c) ? FEW : ""}`, percent(share(c)), ...(ofAll ? [`about ${percent(ofAll[c])}`] : [])]),
        },
      }));
  }

  function beside() {
    const part = data.profile;
    if (!part || !ofAll) {
      return;
    }
    const shown = clusters.filter((c) => part.clusters[c].shown);
    const apart = shown.flatMap((c) => part.features.map((feature, j) => [c, j]).filter(([, j]) => part.clusters[c].apart[j]));
    const mark = (c, j) => (part.clusters[c].few[j] ? FEW : "");
    section("beside", "Beside all", "Are your groups like those of all sites?",
      text("Named are columns in which a group here is at least half a deviation from the same group of all sites, by more than three standard errors. Another unit, another way to measure, or other patients may be why."),
      apart.length === 0 ? el("p", {}, "Yes: no column is far off.") :
        el("div", { class: "panel" }, table({
          caption: "Where groups here are unlike those of all sites", head: ["group", "column", "here", "all sites", "how"], numbers: [2, 3],
          rows: apart.map(([c, j]) => [swatch(c), part.features[j], part.clusters[c].texts[j] + mark(c, j), part.clusters[c].of_all_texts[j], part.clusters[c].apart[j]]),
        })),
      el("div", { class: "panel" }, table({
        caption: "Here, and in brackets all sites",
        head: ["column", "all records", ...shown.map((c) => swatch(c))], numbers: [1, ...shown.map((_, i) => i + 2)],
        rows: part.features.map((feature, j) => [feature, pair(part.overall_texts[j], part.of_all_texts[j]),
          ...shown.map((c) => pair((part.clusters[c].texts[j] || "–") + mark(c, j), part.clusters[c].of_all_texts[j]))]),
      })));
  }

  const pair = (own, all) => (all ? `${own} (${all})` : own);

  hero();
  sizes();
  if (data.profile) {
    beside();
    Answer.differences(data.profile, {
      id: "profile", nav: "Differences", title: "What makes each group different here?",
      says: `The numbers are ${data.profile.source}.`,
    });
  }
  Answer.glossary();
  Coterie.start("Made at this site, for this site.");
})();

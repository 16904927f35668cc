/* The report of one run: reads the data beside it and draws a section for each part that is there. */
(() => {
  "use strict";
  const data = JSON.parse(document.getElementById("data").textContent);
  Coterie.nameClusters(data.names || []);
  const { el, figure, table, base, axis, color, number, short, bytes, count, escapeHtml } = Coterie;
  const { clusterColor, clusterName, clusterShape } = Coterie;
  const main = document.getElementById("main");
  const clusters = Array.from({ length: data.clusters }, (_, c) => c);
  const MOST_BARS = 40;
  const MOST_PHASES = 16;

  const { text, swatch, tip, room, beside, section, term } = Answer;
  const facts = (caption, rows) => table({ caption, kind: "facts", rows: rows.map((fact) => [Answer.named(fact.name), fact.value]) });
  const card = (name, value, note) =>
    el("div", { class: "card" }, el("span", { class: "name" }, Answer.named(name)),
      el("span", { class: /^[-\d]/.test(value) && value.length < 12 ? "value" : "value words" }, value), note ? el("span", { class: "note" }, note) : "");

  /** "784 (image 28x28)" and "10, as asked for" are a value and a note; "5,000 records" says its noun twice. */
  function factCard(fact) {
    const parts = fact.value.match(/^(.+?)(?:, (?=\D)| \()(.+?)\)?$/);
    const value = parts ? parts[1] : fact.value.replace(/ records?$/, "");
    return card(fact.name, value, parts ? parts[2] : undefined);
  }

  const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);
  const finding = (name) => (data.findings.find((fact) => fact.name === name) || {}).value;
  const approximately = ["noisy", "estimated"].includes(data.sizes.kind) ? "about " : "";

  /* The answer */

  function hero() {
    const level = data.privacy.level;
    const groups = data.groups;
    const pooled = data.answer.find((fact) => fact.name === "Records");
    main.append(
      el("section", { class: "hero", id: "answer" },
        el("div", { class: "chips" },
          el("span", { class: "chip" }, data.name.split("/").pop()),
          el("span", { class: level === "paper" ? "chip bad" : "chip" }, `privacy level ${level}`),
          data.privacy.rehearsal ? el("span", { class: "chip warn" }, "simulation, not private") : "",
          el("span", { class: "chip" }, data.finished_at.slice(0, 16).replace("T", " ") + " UTC")),
        groups ? el("h1", {}, groups.headline) : el("h1", {}, data.title),
        groups ? el("p", { class: "lead" }, `${whose()}${pooled ? "" : totalWords()}.`) : "",
        groups ? Answer.sure(groups) : "",
        groups ? el("h2", { class: "sub" }, "What each group is like") : "",
        groups ? Answer.cards(groups, picture) : "",
        groups && data.profile ? el("p", { class: "small soft" },
          `${approximately ? "Sizes are about: nobody has counted the labels of all sites. " : ""}${groups.rules_note} Group 1 is cluster 1 in labels.csv, and so on; see the `,
          el("a", { href: "#glossary" }, "glossary"), ".") : ""),
    );
    Answer.contents("answer", "Answer");
  }

  function picture(c) {
    const part = data.pictures;
    return part && part.clusters[c].mean
      ? el("div", { class: "mean" }, Pictures.image(part.clusters[c].mean, part.height, part.width, `Mean image of group ${c + 1}`)) : "";
  }

  /** Of whose records; the title has it with the number of groups and the verdict. */
  function whose() {
    const parts = data.title.match(/ in (.+?)(?:, cut into .*|; verdict: .*)?$/);
    return parts ? `In ${parts[1]}` : data.title;
  }

  function totalWords() {
    const total = data.sizes.sizes.reduce((sum, size) => sum + size, 0);
    return total > 0 ? `, ${approximately}${count(total, "record")}` : "";
  }

  /* How sure */

  function sure() {
    const words = data.score_words || {};
    const cards = [];
    const stability = finding("stability");
    if (stability) {
      const [value, note] = stability.split(": ");
      cards.push(card("Stability", value, words.stability || note));
    }
    const spectrum = data.spectrum || [];
    if (spectrum.length > data.clusters) {
      cards.push(card("Eigengap", number(spectrum[data.clusters - 1] - spectrum[data.clusters], 4),
        `between eigenvalues ${data.clusters} and ${data.clusters + 1} of the graph; compare it with that of other numbers of groups`));
    }
    data.scores.forEach((score) => cards.push(card(score.name, number(score.value, score.value > 100 ? 1 : 4),
      (words[score.key] || "").includes(score.note) ? words[score.key] : [score.note, words[score.key]].filter(Boolean).join("; "))));
    const parts = [];
    if (cards.length > 0) {
      parts.push(el("div", { class: "cards", id: "scores" }, cards));
    }
    if (!data.scores.some((score) => score.key === "accuracy")) {
      parts.push(text(data.scores.length > 0 ? "No labels were given, so there is no accuracy." :
        data.clusters === 1 ? "There is one cluster, so there are no distances between clusters to score." :
          "There are no scores by records: nobody who may see this report has seen the records."));
    }
    const evidence = finding("evidence");
    if (evidence) {
      parts.push(el("p", { class: "soft" }, "Evidence by number of groups, ", term("valley", "Z and R"), ` of the weakest border: ${evidence}.`));
    }
    section("sure", "Scores", "What the scores mean", ...parts);
  }

  /* Sizes */

  function sizes() {
    const known = data.sizes.sites.filter((site) => site.sizes);
    const rows = [{ site: "All sites", sizes: data.sizes.sizes }, ...known];
    if (data.sizes.sizes.length === 0 && known.length === 0) {
      section("sizes", "Sizes", "How large are the groups?", text(data.sizes.note));
      return;
    }
    const drawn = (known.length > 0 ? known : rows).slice(0, MOST_BARS);
    const total = (row) => row.sizes.reduce((sum, size) => sum + size, 0);
    const head = ["site", ...clusters.map((c) => (data.clusters > 6 || window.innerWidth < 600 ? swatch(c, String(c + 1)) : swatch(c))), "records"];
    const numbers = [...clusters.map((c) => c + 1), data.clusters + 1];
    const listed = [
      ...rows.filter((row) => row.sizes.length > 0).map((row) => [row.site, ...row.sizes.map((size) => number(size)), number(total(row))]),
      ...data.sizes.sites.filter((site) => !site.sizes && known.length > 0).map((site) => [site.site, ...clusters.map(() => "–"), "–"]),
    ];
    section("sizes", "Sizes", "How large are the groups?",
      text(data.sizes.note),
      figure({
        id: "sizes-by-site",
        title: known.length > 0 ? "Records of each site by group" : "Records by group, all sites together",
        says: known.length > MOST_BARS ? `The first ${MOST_BARS} of ${known.length} sites` : data.sizes.kind === "noisy" ? "Noisy numbers, as they were let out" : known.length > 0 ? "Each bar is a site, each colour a group" : "Each colour is a group",
        height: () => 96 + drawn.length * 30,
        option: (width) => ({
          ...base(),
          legend: { ...base().legend, type: "scroll" },
          grid: { left: room(drawn.map((row) => row.site), width), right: 24, top: 36, bottom: 48 },
          tooltip: {
            ...base().tooltip,
            formatter: (p) => tip(`${p.name}, ${p.seriesName}`, [`${approximately}${count(p.value, "record")}`,
              `${number((100 * p.value) / total(drawn[p.dataIndex]), 1)} % of ${known.length > 0 ? p.name : "all records"}`]),
          },
          xAxis: axis("records", { type: "value" }),
          yAxis: axis("", { type: "category", inverse: true, data: drawn.map((row) => row.site), axisLabel: beside(drawn.map((row) => row.site), width) }),
          series: clusters.map((c) => ({
            name: clusterName(c), type: "bar", stack: "all", barMaxWidth: 22,
            itemStyle: { color: clusterColor(c), borderColor: color("--surface"), borderWidth: 1 },
            data: drawn.map((row) => row.sizes[c]),
          })),
        }),
      }),
      el("div", { class: "panel" }, table({ caption: `Sizes of the groups${data.sizes.kind === "noisy" ? ", noisy" : data.sizes.kind === "estimated" ? ", by the groups of records that the coordinator knows; labels may differ by a few" : ""}`, head, numbers, rows: listed })),
    );
  }

  /* Which columns carried the answer */

  function columns() {
    const part = data.columns;
    if (!part) {
      if (data.profile && data.profile.features_in_all > 1 && data.clusters > 1) {
        section("columns", "Columns", "Which columns carried the answer?",
          text("This answer does not know how the values of a column are spread within a group, or mixes the columns; so what each column shows of the group is not known."));
      }
      return;
    }
    const kept = part.filter((column) => column.share !== undefined);
    const drawn = kept.slice(0, MOST_BARS);
    const names = drawn.map((column) => column.column);
    const paint = { "carried the answer": "--accent", "took part": "--soft", "took little part": "--line" };
    const parts = Object.keys(paint).filter((words) => drawn.some((column) => column.part === words));
    const percent = (share) => `${number(100 * share, 1)} %`;
    section("columns", "Columns", "Which columns carried the answer?",
      text("How much of the uncertainty about a record's group ends when only this column is known (uncertainty coefficient: mutual information over the entropy of the groups). 0 % is a column that is the same in all groups, 100 % one that shows the group of every record. Columns that show the same each have their full share, so shares do not add up; a column that matters only together with another one has little. It follows from the mixture that was let out, with its noise."),
      figure({
        id: "column-shares",
        title: "What each column shows of the group",
        says: kept.length > MOST_BARS ? `The first ${MOST_BARS} of ${kept.length} columns` : "Share of the information about the group, each column by itself",
        height: () => 96 + drawn.length * 24,
        option: (width) => ({
          ...base(),
          grid: { left: room(names, width), right: 24, top: width < 480 ? 60 : 36, bottom: 48 },
          legend: { ...base().legend, selectedMode: false },
          tooltip: { ...base().tooltip, formatter: (p) => tip(names[p.dataIndex], [percent(drawn[p.dataIndex].share), drawn[p.dataIndex].part]) },
          xAxis: axis("share of the information about the group, in %", { type: "value", max: 100 }),
          yAxis: axis("", { type: "category", inverse: true, data: names, axisLabel: beside(names, width) }),
          series: parts.map((words) => ({
            name: words, type: "bar", stack: "all", barMaxWidth: 16, itemStyle: { color: color(paint[words]) },
            data: drawn.map((column) => (column.part === words ? Math.round(1000 * column.share) / 10 : null)),
          })),
        }),
        table: { caption: "What each column shows of the group", head: ["column", "share", "part in the answer"], numbers: [1],
          rows: part.map((column) => [column.column, column.share === undefined ? "–" : percent(column.share), column.part]) },
      }),
    );
  }

  function pictures() {
    const part = data.pictures;
    const drawn = strips();
    if (!part) {
      if (drawn) {
        section("prototypes", "Prototypes", "What do the groups look like?", drawn);
      }
      return;
    }
    const groups = part.clusters.some((cluster) => cluster.groups.length > 0);
    section("prototypes", "Prototypes", "What do the groups look like?",
      text(`Large: ${part.source}.${groups ? ` Small: means of the ${part.fewest} records of all sites that are nearest to a typical anchor.` : ""} No picture is a record.`),
      el("div", { class: "panel prototypes" }, part.clusters.map((cluster, c) =>
        el("div", { class: "prototype" }, el("h3", {}, swatch(c)),
          cluster.mean ? el("div", { class: "mean" }, Pictures.image(cluster.mean, part.height, part.width, `Mean image of group ${c + 1}`)) : text("too few records to be shown"),
          el("div", { class: "groups" }, cluster.groups.map((group) =>
            Pictures.image(group.mean, part.height, part.width, `Group ${c + 1}: mean of ${group.records} records`)))))),
      drawn,
    );
  }

  /** What a network draws of the clusters, a row a round. */
  function strips() {
    const shown = (data.strips || []).filter((strip) => strip.images.length > 0);
    return shown.length === 0 ? "" : el("div", { class: "panel strips" },
      text("What the network draws of the groups' prototypes on the way. A column is a group that keeps its place from round to round, not always by its number in the answer."),
      shown.map((strip) => el("div", { class: "strip" }, el("h3", {}, capital(strip.name)),
        el("div", { style: `grid-template-columns: repeat(${strip.images.length}, minmax(0, 3.4rem))` }, strip.images.map((image, i) => Pictures.image(image, strip.height, strip.width, `${strip.name}: ${i + 1}`))))));
  }

  /* Map */

  function map() {
    const part = data.map;
    if (!part) {
      return;
    }
    const flat = part.axes.length < 2;
    const largest = Math.max(1, ...part.points.map((point) => point[2]));
    const most = part.points.length > 400 ? 12 : 22;
    const size = (mass) => 4 + most * Math.sqrt(Math.max(0, mass) / largest);
    const axisName = (k) => `main axis ${k + 1} (${number(100 * part.axes[k], 0)} % of the spread)`;
    const place = (point) => (flat ? [point[0], point[2], point[2]] : point.slice(0, 3));
    const left = part.left_out > 0 ? `; the ${number(part.left_out)} lightest are left out` : "";
    section("map", "Map", "Where do the groups lie?",
      figure({
        id: "places",
        title: `Map of the ${part.name}`,
        says: `${count(part.points.length, "place")} on their ${flat ? "main axis" : "two main axes"}, sized by records and coloured by group${left}`,
        height: (width) => Math.max(320, Math.min(560, width * 0.62)),
        option: () => ({
          ...base(),
          legend: { ...base().legend, type: "scroll" },
          grid: { left: 56, right: 16, top: 36, bottom: 48 },
          tooltip: { ...base().tooltip, formatter: (p) => tip(p.seriesName, [`${approximately}${count(p.value[2], "record")}`, `at ${short(p.value[0])}, ${short(p.value[1])}`]) },
          xAxis: axis(axisName(0), { type: "value", scale: true }),
          yAxis: axis(flat ? "records" : axisName(1), { type: "value", scale: true, nameGap: 40 }),
          series: clusters.map((c) => ({
            name: clusterName(c), type: "scatter", symbol: clusterShape(c),
            symbolSize: (value) => size(value[2]),
            itemStyle: { color: clusterColor(c), opacity: 0.75, borderColor: color("--surface"), borderWidth: 1 },
            data: part.points.filter((point) => point[3] === c).map(place),
          })),
        }),
        table: {
          caption: `The heaviest of the ${part.name}`, head: ["group", "axis 1", "axis 2", "records"], numbers: [1, 2, 3],
          rows: part.points.slice(0, 200).map((point) => [swatch(point[3]), short(point[0]), short(point[1]), number(point[2])]),
        },
      }),
    );
  }

  /* How it was computed */

  function computed() {
    section("computed", "How", "How this was computed",
      text(data.answer.find((fact) => fact.name === "Method") ? `Method ${data.answer.find((fact) => fact.name === "Method").value}. A coordinator asked the sites in rounds; each site answered with sums over its records, and labelled its own records with the model in the end. What follows is for those who check a run; it has nothing more about the groups.` : ""),
      el("div", { class: "cards", id: "run" },
        data.answer.filter((fact) => !["Method", "Data", "Study"].includes(fact.name)).map(factCard)),
      data.findings.length > 0 ? el("div", { class: "panel" }, facts("What the coordinator found out on the way", data.findings)) : "");
  }

  /* Graphs */

  function eigenvalues() {
    const spectrum = data.spectrum;
    return figure({
      id: "spectrum",
      title: "Eigenvalues of the graph",
      says: "One near 1 for each group that hangs together; a drop after the last group means that the number fits",
      height: (width) => Math.min(width, 460),
      option: () => ({
        ...base(),
        legend: { show: false },
        grid: { left: 60, right: 16, top: 16, bottom: 48 },
        tooltip: { ...base().tooltip, formatter: (p) => tip(`Eigenvalue ${p.dataIndex + 1}`, [number(p.value, 6), p.dataIndex < data.clusters ? "of a group" : "beyond the groups"]) },
        xAxis: axis("number, largest first", { type: "category", data: spectrum.map((_, i) => String(i + 1)) }),
        yAxis: axis("eigenvalue", { type: "value", scale: true, nameGap: 44 }),
        series: [{
          type: "line",
          symbol: "circle",
          symbolSize: 10,
          lineStyle: { color: color("--line"), width: 2 },
          data: spectrum.map((value, i) => ({ value, itemStyle: { color: i < data.clusters ? color("--accent") : color("--soft") } })),
        }],
      }),
      table: { caption: "Eigenvalues, largest first", head: ["number", "eigenvalue"], numbers: [0, 1], rows: spectrum.map((value, i) => [i + 1, number(value, 6)]) },
    });
  }


  function graph(part, index) {
    const cells = Pictures.decode(part.cells);
    const n = part.blocks;
    const weight = (cell) => part.darkest * (cell / 255) ** 2;
    const middles = new Map();
    clusters.forEach((c) => {
      const own = part.clusters.map((cluster, i) => (cluster === c ? i : -1)).filter((i) => i >= 0);
      if (own.length > 0) {
        middles.set(own[Math.floor(own.length / 2)], String(c + 1));
      }
    });
    const labels = { color: color("--soft"), interval: (i) => middles.has(i), formatter: (_, i) => middles.get(i) || "" };
    const ticks = (inverse) => axis("group", {
      type: "category", inverse, data: part.clusters.map((_, i) => i), axisLabel: { ...labels, color: color("--soft") }, nameGap: 26, splitLine: { show: false },
    });
    const side = (width) => Math.min(width, 460);
    let at = [0, 0];
    return figure({
      id: `graph-${index}`,
      title: capital(part.name),
      says: part.nodes > n ? `${number(part.nodes)} nodes in order of their groups, joined to ${n} blocks; the more a cell stands out, the stronger they are linked` : `${number(n)} nodes in order of their groups; the more a cell stands out, the stronger they are linked`,
      height: side,
      option: (width) => ({
        ...base(),
        legend: { show: false },
        grid: { left: 44 + (width - side(width)) / 2, top: 12, width: side(width) - 56, height: side(width) - 56 },
        tooltip: {
          ...base().tooltip,
          formatter: () => tip(`${clusterName(part.clusters[at[0]])} – ${clusterName(part.clusters[at[1]])}`, [
            `mean weight ${short(weight(cells[at[1] * n + at[0]]))}`, `blocks ${at[0] + 1} and ${at[1] + 1}`]),
        },
        xAxis: ticks(false),
        yAxis: ticks(true),
        /* Forty thousand cells are one image; the mouse says which cell is meant. */
        series: [{
          type: "custom",
          data: [[0, 0]],
          renderItem: (params) => ({
            type: "image",
            style: { image: Pictures.heat(cells, n, color("--heat-low"), color("--heat-high")), x: params.coordSys.x, y: params.coordSys.y, width: params.coordSys.width, height: params.coordSys.height },
          }),
        }],
      }),
      ready: (chart) => chart.getZr().on("mousemove", (event) => {
        const cell = chart.convertFromPixel({ gridIndex: 0 }, [event.offsetX, event.offsetY]);
        at = cell.map((i) => Math.max(0, Math.min(n - 1, i)));
      }),
      table: {
        caption: "Mean weight between nodes of two groups", head: ["group", ...part.between.map((_, c) => swatch(c))],
        numbers: part.between.map((_, c) => c + 1), rows: part.between.map((row, c) => [swatch(c), ...row.map(short)]),
      },
    });
  }

  function graphs() {
    if (data.graphs.length > 0) {
      section("graphs", "Graphs", "How are the records linked?",
        text("Groups show as squares along the diagonal; what stands out beside it links groups."),
        el("div", { class: "pair" }, data.graphs.map(graph), (data.spectrum || []).length > 1 ? eigenvalues() : ""));
    }
  }

  /* Course of the run */

  function curve(part, index) {
    return figure({
      id: `curve-${index}`,
      title: part.name,
      says: "Where the curve is level, the work has come to rest",
      height: () => 240,
      option: () => ({
        ...base(),
        legend: { show: false },
        grid: { left: 76, right: 16, top: 16, bottom: 48 },
        tooltip: { ...base().tooltip, trigger: "axis", formatter: (p) => tip(capital(`${part.step} ${p[0].name}`), [`${part.measure || ""} ${short(p[0].value)}`]) },
        xAxis: axis(part.step, { type: "category", data: part.values.map((_, i) => String(i + (part.first ?? 1))) }),
        yAxis: axis(part.measure || "", { type: "value", scale: true, nameGap: 58, axisLabel: { color: color("--soft"), formatter: (value) => String(Number(value.toPrecision(6))) } }),
        series: [{ type: "line", symbolSize: 6, lineStyle: { width: 2 }, itemStyle: { color: color("--accent") }, data: part.values }],
      }),
      table: { caption: part.name, head: [part.step, part.measure || "value"], numbers: [0, 1], rows: part.values.map((value, i) => [i + (part.first ?? 1), short(value)]) },
    });
  }

  /** Rounds with the same question in a row are one phase. */
  function phases() {
    const all = [];
    data.traffic.rounds.forEach((round) => {
      const last = all[all.length - 1];
      if (last && last.words === round.words) {
        last.rounds.push(round);
      } else {
        all.push({ words: round.words, rounds: [round] });
      }
    });
    return all.map((phase, i) => {
      const begin = phase.rounds[0].begin;
      const end = i + 1 < all.length ? all[i + 1].rounds[0].begin : Math.max(data.traffic.finished, phase.rounds[phase.rounds.length - 1].end);
      const sites = phase.rounds.reduce((sum, round) => sum + round.end - round.begin, 0);
      const first = phase.rounds[0].round;
      const last = phase.rounds[phase.rounds.length - 1].round;
      return { ...phase, begin, end, sites, rest: Math.max(0, end - begin - sites), name: first === last ? `${first}: ${phase.words}` : `${first}–${last}: ${phase.words}` };
    });
  }

  function course() {
    const all = phases();
    const seconds = (value) => `${number(value, value < 10 ? 2 : 1)} s`;
    /* A method that asks the same again and again has a row for each question, not for each phase. */
    const byWords = all.length > MOST_PHASES;
    const rows = [...new Set(all.map((phase) => (byWords ? phase.words : phase.name)))];
    const row = (phase) => rows.indexOf(byWords ? phase.words : phase.name);
    const part = (name, ink, from, to) => ({
      name, type: "custom", itemStyle: { color: ink }, encode: { x: [1, 2], y: 0 },
      data: all.map((phase) => [row(phase), from(phase), to(phase)]),
      renderItem: (_, api) => {
        const [left, middle] = api.coord([api.value(1), api.value(0)]);
        const [right] = api.coord([api.value(2), api.value(0)]);
        const thick = Math.min(18, 0.6 * api.size([0, 1])[1]);
        return { type: "rect", shape: { x: left, y: middle - thick / 2, width: Math.max(right - left, api.value(2) > api.value(1) ? 0.5 : 0), height: thick }, style: { fill: ink } };
      },
    });
    const time = figure({
      id: "timeline",
      title: "Time line",
      says: "Rounds in a row that ask the same are one bar: from the question to the sites' answers, and the coordinator's own work after it",
      height: () => 96 + rows.length * 30,
      option: (width) => ({
        ...base(),
        grid: { left: room(rows, width), right: 24, top: 36, bottom: 48 },
        tooltip: { ...base().tooltip, formatter: (p) => tip(`Round ${all[p.dataIndex].name}`, [`${p.seriesName} ${seconds(p.value[2] - p.value[1])}`, `from ${seconds(all[p.dataIndex].begin)} to ${seconds(all[p.dataIndex].end)}`]) },
        xAxis: axis("seconds since the start", { type: "value" }),
        yAxis: axis("", { type: "category", inverse: true, data: rows, axisLabel: beside(rows, width) }),
        series: [
          part("sites answer", color("--accent"), (phase) => phase.begin, (phase) => phase.begin + phase.sites),
          part("coordinator works", color("--soft"), (phase) => phase.begin + phase.sites, (phase) => phase.begin + phase.sites + phase.rest),
        ],
      }),
      table: { caption: "Phases of the run", head: ["round", "begins", "sites answer", "coordinator works"], numbers: [1, 2, 3], rows: all.map((phase) => [phase.name, seconds(phase.begin), seconds(phase.sites), seconds(phase.rest)]) },
    });
    section("course", "Course", "How did the run go?", time,
      data.curves.filter((one) => one.values.length > 1).length > 0
        ? el("div", { class: "pair" }, data.curves.filter((one) => one.values.length > 1).map(curve)) : "");
  }

  /* Traffic */

  function traffic() {
    const rounds = data.traffic.rounds;
    const sum = (list) => list.reduce((total, value) => total + value, 0);
    const out = rounds.map((round) => sum(round.bytes_out));
    const into = rounds.map((round) => sum(round.bytes_in));
    const bySite = data.traffic.sites.map((site, s) => ({ site, out: sum(rounds.map((round) => round.bytes_out[s])), into: sum(rounds.map((round) => round.bytes_in[s])) }));
    const drawn = bySite.slice(0, MOST_BARS);
    const twoSeries = (outs, ins) => [
      { name: "left the sites", type: "bar", barMaxWidth: 18, itemStyle: { color: color("--accent") }, data: outs },
      { name: "reached the sites", type: "bar", barMaxWidth: 18, itemStyle: { color: color("--soft") }, data: ins },
    ];
    const labels = { color: color("--soft"), hideOverlap: true, formatter: (value) => bytes(value) };
    section("traffic", "Bytes", "What was sent?",
      el("div", { class: "pair" },
        figure({
          id: "bytes-by-round",
          title: "Bytes by round, all sites together",
          says: "The last round is the answer to the sites",
          height: () => 300,
          option: () => ({
            ...base(),
            grid: { left: 84, right: 16, top: 36, bottom: 48 },
            tooltip: { ...base().tooltip, formatter: (p) => tip(`Round ${rounds[p.dataIndex].round}: ${rounds[p.dataIndex].words}`, [`${bytes(p.value)} ${p.seriesName}`]) },
            xAxis: axis("round", { type: "category", data: rounds.map((round) => String(round.round)) }),
            yAxis: axis("bytes", { type: "value", nameGap: 62, axisLabel: { ...labels, color: color("--soft") } }),
            series: twoSeries(out, into),
          }),
          table: { caption: "Bytes by round", head: ["round", "question", "left the sites", "reached the sites"], numbers: [2, 3], rows: rounds.map((round, i) => [round.round, round.words, number(out[i]), number(into[i])]) },
        }),
        figure({
          id: "bytes-by-site",
          title: "Bytes by site, all rounds together",
          says: bySite.length > MOST_BARS ? `The first ${MOST_BARS} of ${bySite.length} sites` : "As encoded on the wire",
          height: () => Math.max(300, 96 + drawn.length * 34),
          option: (width) => ({
            ...base(),
            grid: { left: room(drawn.map((row) => row.site), width), right: 24, top: 36, bottom: 48 },
            tooltip: { ...base().tooltip, formatter: (p) => tip(p.name, [`${bytes(p.value)} ${p.seriesName}`]) },
            xAxis: axis("bytes", { type: "value", axisLabel: { ...labels, color: color("--soft") } }),
            yAxis: axis("", { type: "category", inverse: true, data: drawn.map((row) => row.site), axisLabel: beside(drawn.map((row) => row.site), width) }),
            series: twoSeries(drawn.map((row) => row.out), drawn.map((row) => row.into)),
          }),
          table: { caption: "Bytes by site", head: ["site", "left the site", "reached the site"], numbers: [1, 2], rows: bySite.map((row) => [row.site, number(row.out), number(row.into)]) },
        })));
  }

  /* Privacy */

  function privacy() {
    const part = data.privacy;
    const rows = [{ name: "Promise", value: part.account }];
    const add = (name, value) => value !== undefined && rows.push({ name, value: String(value) });
    add("Sums", part.sums_words);
    if (part.budget) {
      add("Budget", `epsilon ${part.budget.epsilon} at delta ${part.budget.delta}, for one person of at most ${count(part.records_per_person, "record")} a site`);
      add("Noise added by", part.noise_mode === "local" ? "every site, all of it (local)" : `${part.sites} sites in shares, their sums masked; ${part.colluders} of them may collude`);
      add("Route", part.route);
      add("Expected", `noise ${number(part.expected.noise_per_cell, 1)} records a cell of about ${number(part.expected.typical_count, 0)}: utility ${part.expected.utility}`);
    } else if (part.min_group > 1) {
      add("Smallest group", `${part.min_group} records`);
    }
    if (part.spent) {
      add("Spent", `epsilon ${number(part.spent.epsilon, 4)} at delta ${part.spent.delta} (rho ${short(part.spent.rho)}, pure epsilon ${short(part.spent.pure_epsilon)} a record)`);
    }
    add("Noise", part.noise_source);
    /* A coordinator knows what a block costs; how much noise it has is the site's business. */
    const seen = (value, digits) => (value === undefined ? "–" : number(value, digits));
    const steps = (part.steps || []).flatMap((step) => step.blocks.map((block) => [
      `${step.round}: ${step.step}`, block.block, seen(block.entries), block.law || "–", seen(block.sensitivity), seen(block.noise_deviation, 1),
      block.epsilon !== undefined ? `epsilon ${short(block.epsilon)}` : `rho ${short(block.rho)}`]));
    section("privacy", "Privacy", "What was promised, and what left the sites?",
      part.warning ? warning(part.warning) : "",
      part.rehearsal ? el("p", { class: "box warn" }, part.rehearsal) : "",
      part.caution ? el("p", { class: "box" }, part.caution) : "",
      el("div", { class: "panel" }, facts("Terms of the study", rows)),
      el("div", { class: "panel" }, table({
        caption: "Messages that left each site", head: ["message", "in round", "the coordinator sees", "field: what protects it"],
        rows: data.leaving.map((message) => [message.message, message.rounds, message.seen,
          el("span", {}, message.fields.flatMap((field, i) => [i > 0 ? el("br") : "", `${field.field}: ${field.protection}`]))]),
      })),
      steps.length > 0 ? el("div", { class: "panel" }, table({
        caption: "Noise, block by block", head: ["round", "block", "entries", "law", "sensitivity", "noise deviation", "cost"], numbers: [2, 4, 5], rows: steps,
      })) : "",
    );
  }

  function warning(words) {
    const box = el("div", { class: "box bad", role: "alert", id: "warning" }, el("p", {}, words));
    if (data.rebuilt && data.rebuilt.points.length > 0) {
      const points = data.rebuilt.points;
      box.append(figure({
        id: "rebuilt",
        title: `Records of ${data.rebuilt.site}, rebuilt from its graph`,
        says: `${count(points.length, "record")} as an attacker places them within a second, from the weights of the graph alone; coterie audit shows how near that is`,
        height: (width) => Math.min(360, width * 0.7),
        option: () => ({
          ...base(),
          legend: { show: false },
          grid: { left: 48, right: 16, top: 16, bottom: 48 },
          tooltip: { ...base().tooltip, formatter: (p) => tip("A record, rebuilt", [`at ${short(p.value[0])}, ${short(p.value[1])}`]) },
          xAxis: axis("first direction", { type: "value", scale: true }),
          yAxis: axis("second direction", { type: "value", scale: true, nameGap: 32 }),
          series: [{ type: "scatter", symbolSize: 7, itemStyle: { color: color("--bad"), opacity: 0.8 }, data: points }],
        }),
        table: { caption: "Places of the rebuilt records", head: ["record", "first direction", "second direction"], numbers: [1, 2], rows: points.map((point, i) => [i + 1, short(point[0]), short(point[1])]) },
      }));
    }
    return box;
  }

  /* Provenance */

  function provenance() {
    const copy = el("button", { type: "button" }, "Copy");
    copy.addEventListener("click", () => navigator.clipboard && navigator.clipboard.writeText(data.repeat));
    section("provenance", "Provenance", "Where does this come from?",
      el("div", { class: "command" }, text("The command that repeats the run:"), el("pre", { id: "repeat" }, data.repeat), copy),
      el("div", { class: "panel" }, facts("Versions and hashes", data.provenance)),
      data.options.length > 0 ? el("details", {}, el("summary", {}, "All options"), el("div", { class: "panel" }, facts("Options as they took effect", data.options))) : "");
  }

  hero();
  sizes();
  if (data.profile) {
    Answer.differences(data.profile);
  }
  columns();
  pictures();
  map();
  sure();
  computed();
  graphs();
  course();
  traffic();
  privacy();
  provenance();
  Answer.glossary();

  Coterie.start(`Made by ${data.made_by}.`);
})();

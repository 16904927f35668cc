/* The report of benchmarks: a section for each table or set of pictures that the folder holds. */
(() => {
  "use strict";
  const data = JSON.parse(document.getElementById("data").textContent);
  const { el, figure, table, base, axis, color, number, count, escapeHtml, PALETTE } = Coterie;
  const main = document.getElementById("main");
  const MARKS = ["paper", "ceiling", "reference"];
  const text = (words, kind = "soft") => el("p", { class: kind }, words);
  const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);
  const score = (value) => number(value, 3);
  const metrics = (part) => ["acc", "nmi", "ari"].filter((metric) => part.rows.some((row) => row.cells.some((cell) => cell[metric])));
  const columns = (part) => part.rows[0].cells.map((cell) => cell.column);
  const ink = (series) => PALETTE[series % PALETTE.length];
  const duration = (seconds) => (seconds < 120 ? `${number(seconds, 1)} s` : seconds < 7200 ? `${number(seconds / 60, 0)} min` : `${number(seconds / 3600, 1)} h`);
  const tip = (title, lines) => `<strong>${escapeHtml(title)}</strong>${lines.map((line) => `<br>${escapeHtml(line)}`).join("")}`;

  /* One place of a table: ours, and below it what others say. */
  function place(cell, metric) {
    const ours = cell[metric];
    const others = MARKS.filter((mark) => cell[mark] && cell[mark][metric] !== undefined)
      .map((mark) => el("span", { class: "mark-line" }, `${mark} ${score(cell[mark][metric])}${mark === "reference" && cell.off ? " !" : ""}`));
    return el("span", { class: "place" },
      ours ? el("strong", {}, score(ours.mean) + (ours.seeds > 1 ? ` ± ${score(ours.std)}` : "")) : el("span", { class: "soft" }, cell.absent ? "–" : "failed"), others);
  }

  const scores = (part, metric) => el("div", { class: "panel", id: `${part.name}-${metric}` }, table({
    caption: `${metric.toUpperCase()}: ours, mean${part.seeds > 1 ? ` ± standard deviation over ${count(part.seeds, "seed")}` : " of one seed"}, and what others say`,
    head: [part.corner, ...columns(part)],
    numbers: columns(part).map((_, i) => i + 1),
    rows: part.rows.map((row) => [el("span", { title: row.what }, row.row), ...row.cells.map((cell) => place(cell, metric))]),
  }));

  /** Ours as dots and the paper's as hollow diamonds, a line for each row of the table. */
  function dots(part, metric) {
    const rows = part.rows.filter((row) => row.cells.some((cell) => cell[metric]));
    const names = rows.map((row) => row.row);
    const room = (width) => Math.round(Math.min(width / 3, 28 + 8 * Math.max(...names.map((name) => name.length))));
    const points = (c, value) => rows.map((row, r) => [value(row.cells[c]), r]).filter((point) => point[0] !== undefined);
    const series = columns(part).flatMap((name, c) => [
      { name, type: "scatter", symbolSize: 11, itemStyle: { color: ink(c), opacity: 0.9 }, data: points(c, (cell) => cell[metric] && cell[metric].mean) },
      { name, type: "scatter", symbol: "diamond", symbolSize: 12, itemStyle: { color: "transparent", borderColor: ink(c), borderWidth: 2 }, data: points(c, (cell) => cell[metric] && cell.paper && cell.paper[metric]), isPaper: true },
    ]);
    return figure({
      id: `${part.name}-dots-${metric}`,
      title: `${metric.toUpperCase()} by ${part.corner}`,
      says: `Dots are ours${rows.some((row) => row.cells.some((cell) => cell.paper)) ? ", hollow diamonds the paper's number for the same method" : ""}`,
      height: () => 110 + rows.length * 34,
      option: (width) => ({
        ...base(),
        legend: { ...base().legend, type: "scroll", icon: "circle" },
        grid: { left: room(width), right: 24, top: 40, bottom: 48 },
        tooltip: { ...base().tooltip, formatter: (p) => tip(`${p.seriesName}, ${names[p.value[1]]}`, [`${series[p.seriesIndex].isPaper ? "the paper" : "ours"} ${score(p.value[0])}`]) },
        xAxis: axis(metric.toUpperCase(), { type: "value", scale: true, max: 1 }),
        yAxis: axis("", { type: "category", inverse: true, data: names, axisLabel: { color: color("--soft"), width: room(width) - 14, overflow: "truncate" }, splitLine: { show: true, lineStyle: { color: color("--line") } } }),
        series,
      }),
    });
  }

  /** Lines over places: each has a name, means and, where there are several seeds, spreads. */
  function lines({ id, title, says, across, up, places, series }) {
    return figure({
      id, title, says,
      height: () => 320,
      option: () => ({
        ...base(),
        legend: { ...base().legend, type: "scroll" },
        grid: { left: 60, right: 16, top: 40, bottom: 48 },
        tooltip: { ...base().tooltip, formatter: (p) => tip(p.seriesName, [`${across} ${p.name}`, `${up} ${score(p.value)}${spread(series[p.seriesIndex], p.dataIndex)}`]) },
        xAxis: axis(across, { type: "category", data: places }),
        yAxis: axis(up, { type: "value", scale: true, nameGap: 40 }),
        series: series.map(({ name, means, color: own, isPaper }) => ({
          name, type: "line", showAllSymbol: true, data: means, itemStyle: { color: own },
          ...(isPaper ? { symbol: "emptyDiamond", symbolSize: 9, lineStyle: { width: 1.5, type: "dashed" } } : { symbol: "circle", symbolSize: means.length > 20 ? 4 : 8, lineStyle: { width: 2 } }),
        })),
      }),
    });
  }

  const spread = ({ spreads }, at) => (spreads && spreads[at] ? ` ± ${score(spreads[at])}` : "");

  /** Curves over the rows of one data set, whose last word is the place on the axis. */
  function curves(part, set, metric) {
    const rows = part.rows.filter((row) => row.cells.some((cell) => cell.data === set));
    const over = (c, value) => rows.map((row) => (row.cells[c][value] ? row.cells[c][value] : {}));
    const orNull = (value) => (value === undefined ? null : value);
    const drawn = columns(part).map((name, c) => ({ name, c })).filter(({ c }) => rows.some((row) => row.cells[c][metric]));
    return lines({
      id: `${part.name}-${set}-${metric}`,
      title: `${metric.toUpperCase()} on ${set}`,
      says: `Ours, mean over ${count(part.seeds, "seed")}${rows.some((row) => row.cells.some((cell) => cell.paper)) ? "; dashed: the paper" : ""}`,
      across: part.corner,
      up: metric.toUpperCase(),
      places: rows.map((row) => row.row.replace(/.* /, "")),
      series: drawn.flatMap(({ name, c }) => [
        { name, color: ink(c), means: over(c, metric).map((own) => orNull(own.mean)), spreads: over(c, metric).map((own) => own.std) },
        ...(rows.some((row) => row.cells[c].paper) ? [{ name, color: ink(c), isPaper: true, means: over(c, "paper").map((mark) => orNull(mark[metric])) }] : []),
      ]),
    });
  }

  function canvas(side) {
    const sheet = el("canvas", { width: side, height: side });
    const pen = sheet.getContext("2d");
    pen.fillStyle = "#ffffff";
    pen.fillRect(0, 0, side, side);
    return [sheet, pen];
  }

  const picture = (sheet, words) => el("img", { src: sheet.toDataURL("image/png"), alt: words });

  /** Points [across, up, group]; colours go around the circle, in turn bright and dark. */
  function points({ title, side, groups, points: all }) {
    const [sheet, pen] = canvas(480);
    all.forEach(([x, y, group]) => {
      pen.fillStyle = `hsl(${(360 * group) / groups} ${group % 2 === 0 ? "85% 45%" : "45% 40%"})`;
      pen.fillRect(4 + (468 * x) / side, 472 - (468 * y) / side, 5, 5);
    });
    return picture(sheet, title);
  }

  /** Gradients of a square grid of cells in 8 directions each, as edges, which run across them. */
  function edges(text_, words) {
    const values = Pictures.decode(text_);
    const cells = Math.round(Math.sqrt(values.length / 8));
    const [sheet, pen] = canvas(168);
    const side = 168 / cells;
    values.forEach((value, at) => {
      const strength = value / 255;
      if (strength > 0.15) {
        const cell = Math.floor(at / 8);
        const angle = (2 * Math.PI * (at % 8)) / 8 + Math.PI / 2;
        const [x, y] = [((cell % cells) + 0.5) * side, (Math.floor(cell / cells) + 0.5) * side];
        const [dx, dy] = [Math.cos(angle), Math.sin(angle)].map((part) => part * side * 0.5 * strength);
        pen.strokeStyle = `rgb(${Array(3).fill(Math.round(200 * (1 - strength))).join(",")})`;
        pen.beginPath();
        pen.moveTo(x - dx, y - dy);
        pen.lineTo(x + dx, y + dy);
        pen.stroke();
      }
    });
    return picture(sheet, words);
  }

  const framed = ({ title }, image) => el("figure", { class: "panel picture" }, el("figcaption", {}, title), image);
  const strip = ({ title, images }, draw) => el("div", { class: "strip" }, el("h3", {}, title),
    el("div", { style: `grid-template-columns: repeat(${images.length}, minmax(0, 5rem))` }, images.map((image, i) => draw(image, `${title}: ${i + 1}`))));
  const DRAW = {
    lines: (it) => lines({ ...it, says: "Mean over the seeds", across: "round", up: "", series: it.series.map((line, i) => ({ ...line, color: ink(i) })) }),
    heat: (it) => framed(it, picture(Pictures.heat(Pictures.decode(it.cells), it.side, "#ffffff", "#0b2c5c"), it.title)),
    points: (it) => framed(it, points(it)),
    images: (it) => strip(it, (image, words) => Pictures.image(image, it.height, it.width, words)),
    gradients: (it) => strip(it, edges),
  };
  const drawings = (part) => [["lines", "pair"], ["heat", "pictures"], ["points", "pictures"], ["images gradients", "panel strips"]].map(([kinds, kind]) => {
    const own = (part.figures || []).filter((it) => kinds.split(" ").includes(it.kind));
    return own.length === 0 ? "" : el("div", { class: kind }, own.map((it) => DRAW[it.kind](it)));
  });

  function charts(part) {
    if (!part.rows || !part.rows.some((row) => row.cells.some((cell) => cell.acc))) {
      return "";
    }
    const sets = [...new Set(part.rows.flatMap((row) => row.cells.map((cell) => cell.data)).filter(Boolean))];
    return el("div", { class: "pair" }, ["acc", "nmi"].flatMap((metric) =>
      (part.is_curve ? sets.map((set) => curves(part, set, metric)) : [dots(part, metric)])));
  }

  data.parts.forEach((part) => {
    const copy = el("button", { type: "button" }, "Copy");
    copy.addEventListener("click", () => navigator.clipboard && navigator.clipboard.writeText(part.command));
    const facts = [["Coterie", part.coterie], ["Finished", part.finished_at.slice(0, 16).replace("T", " ") + " UTC"]];
    if (part.rows) {
      facts.push(["Seeds", String(part.seeds)], ["Time of all runs", duration(part.seconds)], ["Failed runs", String(part.failed_runs)]);
    }
    main.append(el("section", { id: part.name, "aria-labelledby": `${part.name}-title` },
      el("h2", { id: `${part.name}-title` }, part.title),
      charts(part), part.rows ? metrics(part).map((metric) => scores(part, metric)) : "",
      part.text ? el("pre", { class: "panel lines" }, part.text.join("\n")) : "",
      drawings(part),
      (part.notes || []).length + (part.failures || []).length > 0
        ? el("ul", { class: "soft" }, [...(part.notes || []), ...(part.failures || [])].map((note) => el("li", {}, note))) : "",
      el("div", { class: "command" }, text("The command that repeats it:"), el("pre", {}, part.command), copy),
      el("div", { class: "panel" }, table({ caption: "Where it comes from", kind: "facts", rows: facts }))));
    document.getElementById("contents").append(el("a", { href: `#${part.name}` }, capital(part.name)));
  });
  main.prepend(el("section", { class: "hero", id: "answer" },
    el("div", { class: "chips" }, el("span", { class: "chip" }, "benchmark"), el("span", { class: "chip" }, `Coterie ${data.parts[data.parts.length - 1].coterie}`)),
    el("h1", {}, data.title),
    el("p", { class: "lead" }, "Methods run on this computer, beside the numbers of the paper and what can honestly be reached. ACC, NMI and ARI are 1 where clusters and true groups are the same.")));

  Coterie.start(`Made by ${data.made_by}.`);
})();

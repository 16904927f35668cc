/*
 * What every page of Coterie draws with: the theme, the clusters' colours, and figures that carry a
 * caption, hover details, export buttons and the table behind the picture.
 */
const Coterie = (() => {
  "use strict";

  /* Ten colours that people with any colour vision tell apart (after Okabe and Ito), all of them
     readable on light and on dark. Cluster 11 begins again with another shape. */
  const PALETTE = [
    "#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9",
    "#d55e00", "#8c6bb1", "#b8a038", "#8f9499", "#a5714b",
  ];
  const SHAPES = ["circle", "diamond", "triangle", "rect"];

  const clusterColor = (c) => PALETTE[c % PALETTE.length];
  const clusterShape = (c) => SHAPES[Math.floor(c / PALETTE.length) % SHAPES.length];
  let given = []; // what people named the clusters
  const nameClusters = (names) => { given = names; };
  const clusterName = (c) => (given[c] ? `${c + 1} ${given[c]}` : `Group ${c + 1}`);

  const root = document.documentElement;
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const figures = [];
  let chosen = "";

  const theme = () => chosen || (dark.matches ? "dark" : "light");
  const color = (name) => getComputedStyle(root).getPropertyValue(name).trim();

  function applyTheme() {
    root.dataset.theme = theme();
    refresh();
    root.dispatchEvent(new CustomEvent("coterie-theme"));
  }

  function switchTheme() {
    chosen = theme() === "dark" ? "light" : "dark";
    applyTheme();
  }

  /** Charts that are drawn are drawn anew; the others hold their place until they are looked at. */
  function refresh() {
    figures.forEach((figure) => (figure.instance ? figure.draw() : figure.wait()));
  }

  const undrawn = () => figures.filter((figure) => !figure.instance && figure.chart.clientWidth > 0);
  const drawAll = () => undrawn().forEach((figure) => figure.draw());

  /* Drawing takes most of the time to open a page, so charts are drawn when they come near the
     window, and one by one when the browser has nothing else to do. */
  const near = new IntersectionObserver((seen) => {
    const targets = seen.filter((entry) => entry.isIntersecting).map((entry) => entry.target);
    undrawn().filter((figure) => targets.includes(figure.chart)).forEach((figure) => figure.draw());
  }, { rootMargin: "300px" });
  const whenIdle = window.requestIdleCallback || ((work) => setTimeout(work, 50));

  function drawRest() {
    const [next] = undrawn();
    if (next) {
      next.draw();
      whenIdle(drawRest);
    }
  }

  window.addEventListener("load", () => whenIdle(drawRest));

  /** Makes an element: a name, attributes, and children that are elements or text. */
  function el(name, attributes = {}, ...children) {
    const node = document.createElement(name);
    Object.entries(attributes).forEach(([key, value]) => {
      if (value !== undefined && value !== false) {
        node.setAttribute(key, value === true ? "" : value);
      }
    });
    node.append(...children.flat().filter((child) => child !== undefined && child !== ""));
    return node;
  }

  const escapeHtml = (text) => echarts.format.encodeHTML(String(text));

  const count = (n, noun) => `${number(n)} ${noun}${n === 1 ? "" : "s"}`;

  function number(value, digits) {
    return digits === undefined
      ? value.toLocaleString("en-US")
      : value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  }

  /** A number as short as it can be with three digits that count. */
  function short(value) {
    if (value === 0) {
      return "0";
    }
    const size = Math.abs(value);
    return size >= 1e6 || size < 1e-3 ? value.toExponential(2) : String(Number(value.toPrecision(3)));
  }

  function bytes(value) {
    const units = ["bytes", "KB", "MB", "GB"];
    let unit = 0;
    while (value >= 1000 && unit < units.length - 1) {
      value /= 1000;
      unit++;
    }
    return unit === 0 ? `${value} bytes` : `${number(value, 1)} ${units[unit]}`;
  }

  /** A table of rows of text; columns named in `numbers` are set to the right. */
  function table({ caption, head, rows, numbers = [], kind }) {
    const cell = (tag, text, i, scope) =>
      el(tag, { class: numbers.includes(i) ? "number" : undefined, scope }, text instanceof Node ? text : String(text));
    return el(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
      el(
        "table",
        { class: kind },
        caption ? el("caption", {}, el("span", {}, caption)) : "",
        head ? el("thead", {}, el("tr", {}, head.map((text, i) => cell("th", text, i, "col")))) : "",
        el("tbody", {}, rows.map((row) =>
          el("tr", {}, row.map((text, i) => (i === 0 ? cell("th", text, i, "row") : cell("td", text, i)))))),
      ),
    );
  }

  /** What all charts have in common, in the colours of the theme. */
  function base() {
    const ink = color("--ink");
    const soft = color("--soft");
    return {
      animation: false,
      backgroundColor: "transparent",
      textStyle: { fontFamily: color("--sans"), color: ink, fontSize: 12 },
      tooltip: {
        confine: true,
        backgroundColor: color("--surface"),
        borderColor: color("--line"),
        textStyle: { color: ink, fontSize: 13 },
        extraCssText: "box-shadow: 0 4px 16px rgb(0 0 0 / 18%);",
      },
      legend: { top: 0, left: 0, icon: "roundRect", itemWidth: 12, itemHeight: 12, itemGap: 16, textStyle: { color: soft } },
      aria: { enabled: false },
    };
  }

  /** An axis with its name; extra settings win. */
  function axis(name, extra = {}) {
    const soft = color("--soft");
    return {
      name,
      nameLocation: "middle",
      nameGap: 30,
      nameTextStyle: { color: soft },
      axisLine: { lineStyle: { color: color("--line") } },
      axisTick: { show: false },
      axisLabel: { color: soft, hideOverlap: true },
      splitLine: { lineStyle: { color: color("--line") } },
      ...extra,
    };
  }

  function save(url, name) {
    const link = el("a", { href: url, download: name });
    document.body.append(link);
    link.click();
    link.remove();
  }

  /** Draws a chart once more, out of sight, as a file: SVG, or PNG at twice the size. */
  function picture(figure, type) {
    const width = 960;
    const holder = el("div", { style: `position:absolute;left:-9999px;width:${width}px;height:${figure.height(width)}px` });
    document.body.append(holder);
    const chart = echarts.init(holder, null, { renderer: type === "svg" ? "svg" : "canvas", devicePixelRatio: 2 });
    chart.setOption({ ...figure.option(width), backgroundColor: color("--surface") });
    const url = chart.getDataURL({ type, pixelRatio: 2, backgroundColor: color("--surface") });
    chart.dispose();
    holder.remove();
    return url;
  }

  /**
   * A chart in its figure.
   *   id, title, says   what it is and what to see in it
   *   height(width)     in pixels
   *   option(width)     for ECharts, made anew for each theme and width
   *   ready(chart)      is called when it is drawn
   *   table             the numbers behind it, in sight from the start where open
   */
  function figure({ id, title, says, height, option, ready = () => {}, table: behind }) {
    const chart = el("div", { class: "chart", role: "img", "aria-label": `${title}. ${says}. The table below has the numbers.` });
    const it = { id, height, option, chart, instance: undefined, element: undefined, url: undefined };
    const exports = ["SVG", "PNG"].map((type) => {
      const button = el("button", { type: "button", "aria-label": `${title}: save as ${type}` }, type);
      button.addEventListener("click", () => save(it.url(type.toLowerCase()), `${id}.${type.toLowerCase()}`));
      return button;
    });
    it.url = (type) => picture(it, type);
    it.wait = () => {
      chart.style.height = `${height(chart.clientWidth)}px`;
      near.observe(chart);
    };
    it.draw = () => {
      const width = chart.clientWidth;
      if (width === 0) {
        return;
      }
      near.unobserve(chart);
      chart.style.height = `${height(width)}px`;
      if (it.instance) {
        it.instance.dispose();
      }
      it.instance = echarts.init(chart, null, { renderer: "svg" });
      it.instance.setOption(option(width));
      ready(it.instance);
    };
    it.element = el(
      "figure",
      { id, class: "panel" },
      el("figcaption", {}, el("div", { class: "says" }, el("h3", {}, title), el("p", {}, says)),
        el("div", { class: "exports" }, exports)),
      chart,
      behind ? el("details", behind.open ? { open: "", class: "whole" } : {}, el("summary", {}, "Numbers"), table(behind)) : "",
    );
    figures.push(it);
    return it.element;
  }

  let width = window.innerWidth;
  window.addEventListener("resize", () => {
    if (window.innerWidth !== width) {
      width = window.innerWidth;
      refresh();
    }
  });
  dark.addEventListener("change", applyTheme);

  /* Paper is white, and narrower than most screens. */
  let before = "";
  window.addEventListener("beforeprint", () => {
    before = chosen;
    chosen = "light";
    root.classList.add("printing"); // as wide as paper, before charts ask how wide they are
    applyTheme();
    drawAll();
  });
  window.addEventListener("afterprint", () => {
    chosen = before;
    root.classList.remove("printing");
    applyTheme();
  });

  /** Ends the making of a report: its foot, the switch of the theme, and the first drawing. */
  function start(maker) {
    document.getElementById("foot").append(
      `${maker} This file needs no network and sends nothing. Charts by Apache ECharts (Apache-2.0).`);
    const button = document.getElementById("theme");
    const name = () => {
      const other = theme() === "dark" ? "Light" : "Dark";
      button.textContent = other;
      button.setAttribute("aria-label", `Switch to ${other.toLowerCase()} colours`);
    };
    button.addEventListener("click", switchTheme);
    root.addEventListener("coterie-theme", name);
    applyTheme();
  }

  return {
    PALETTE, clusterColor, clusterShape, clusterName, nameClusters, theme, switchTheme, applyTheme, color, el, escapeHtml,
    count, number, short, bytes, table, base, axis, figure, figures, drawAll, start,
  };
})();

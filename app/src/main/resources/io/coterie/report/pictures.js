/* Bytes as pictures: grey images, and the cells of a heat map. */
const Pictures = (() => {
  "use strict";

  function decode(text) {
    const raw = atob(text);
    const values = new Uint8Array(raw.length);
    for (let i = 0; i < raw.length; i++) {
      values[i] = raw.charCodeAt(i);
    }
    return values;
  }

  /** A grey image, with words for those who do not see it. */
  function image(text, height, width, words) {
    const values = decode(text);
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext("2d");
    const pixels = context.createImageData(width, height);
    values.forEach((value, i) => {
      pixels.data.set([value, value, value, 255], 4 * i);
    });
    context.putImageData(pixels, 0, 0);
    return Coterie.el("img", { src: canvas.toDataURL("image/png"), alt: words, title: words });
  }

  const channels = (color) => [1, 3, 5].map((from) => parseInt(color.slice(from, from + 2), 16));

  /** A square of cells from one colour (#rrggbb) to another, large enough to stay sharp, as a canvas. */
  function heat(cells, side, low, high) {
    const from = channels(low);
    const to = channels(high);
    const scale = Math.ceil(900 / side);
    const canvas = document.createElement("canvas");
    canvas.width = side * scale;
    canvas.height = side * scale;
    const context = canvas.getContext("2d");
    context.fillStyle = low;
    context.fillRect(0, 0, canvas.width, canvas.height);
    cells.forEach((cell, at) => {
      if (cell > 0) {
        context.fillStyle = `rgb(${from.map((start, i) => Math.round(start + ((to[i] - start) * cell) / 255)).join(",")})`;
        context.fillRect((at % side) * scale, Math.floor(at / side) * scale, scale, scale);
      }
    });
    return canvas;
  }

  return { decode, image, heat };
})();

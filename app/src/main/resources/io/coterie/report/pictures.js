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

  return { decode, image };
})();

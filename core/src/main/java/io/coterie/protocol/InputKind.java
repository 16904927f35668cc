package io.coterie.protocol;

import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the columns of the records are: the columns of a table, the pixels of an image (row by row),
 * or the features that a network computed. Its text form is "table", "image 28x28" or "vectors".
 *
 * <p>Immutable.
 */
public final class InputKind {
  private static final InputKind TABLE = new InputKind("table", 0, 0);
  private static final InputKind VECTORS = new InputKind("vectors", 0, 0);
  private static final Pattern IMAGE = Pattern.compile("image ([1-9][0-9]{0,4})x([1-9][0-9]{0,4})");

  private final String word;
  private final int height;
  private final int width;

  private InputKind(String word, int height, int width) {
    this.word = word;
    this.height = height;
    this.width = width;
  }

  public static InputKind table() {
    return TABLE;
  }

  public static InputKind vectors() {
    return VECTORS;
  }

  public static InputKind image(int height, int width) {
    if (height < 1 || width < 1 || height > 99_999 || width > 99_999) {
      throw new IllegalArgumentException(
          "An image of %d x %d pixels is not possible; both sides must be 1 to 99999."
              .formatted(height, width));
    }
    return new InputKind("image", height, width);
  }

  /** Returns the kind of the given text form, the inverse of {@link #toString}. */
  public static InputKind parse(String text) {
    Matcher image = IMAGE.matcher(text);
    if (image.matches()) {
      return image(Integer.parseInt(image.group(1)), Integer.parseInt(image.group(2)));
    }
    return switch (text) {
      case "table" -> TABLE;
      case "vectors" -> VECTORS;
      default ->
          throw new IllegalArgumentException(
              "'%s' is no kind of input; it must be table, vectors or, for example, image 28x28."
                  .formatted(text));
    };
  }

  public boolean isTable() {
    return word.equals("table");
  }

  public boolean isImage() {
    return word.equals("image");
  }

  public boolean isVectors() {
    return word.equals("vectors");
  }

  /** Returns the height of an image in pixels. */
  public int height() {
    checkImage();
    return height;
  }

  /** Returns the width of an image in pixels. */
  public int width() {
    checkImage();
    return width;
  }

  private void checkImage() {
    if (!isImage()) {
      throw new IllegalStateException("The input is " + this + "; only images have a shape.");
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof InputKind kind
        && word.equals(kind.word)
        && height == kind.height
        && width == kind.width;
  }

  @Override
  public int hashCode() {
    return Objects.hash(word, height, width);
  }

  @Override
  public String toString() {
    return isImage() ? "image %dx%d".formatted(height, width) : word;
  }
}

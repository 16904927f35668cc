package io.coterie.plan;

import java.io.Serializable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the columns of the records are. Its text form is "table", "image 28x28" or "vectors". */
public sealed interface InputKind extends Serializable {
  /** The columns of a table. */
  record Table() implements InputKind {
    @Override
    public String toString() {
      return "table";
    }
  }

  /** The pixels of an image, row by row. */
  record Image(int height, int width) implements InputKind {
    private static final Pattern TEXT =
        Pattern.compile("image ([1-9][0-9]{0,4})x([1-9][0-9]{0,4})");

    public Image {
      if (height < 1 || width < 1 || height > 99_999 || width > 99_999) {
        throw new IllegalArgumentException(
            "An image of %d x %d pixels is not possible; both sides must be 1 to 99999."
                .formatted(height, width));
      }
    }

    public long pixels() {
      return (long) height * width;
    }

    @Override
    public String toString() {
      return "image %dx%d".formatted(height, width);
    }
  }

  /** The features that a network computed. */
  record Vectors() implements InputKind {
    @Override
    public String toString() {
      return "vectors";
    }
  }

  static InputKind table() {
    return new Table();
  }

  static InputKind vectors() {
    return new Vectors();
  }

  static InputKind image(int height, int width) {
    return new Image(height, width);
  }

  /** Returns the kind of the given text form, the inverse of {@code toString}. */
  static InputKind parse(String text) {
    Matcher image = Image.TEXT.matcher(text);
    if (image.matches()) {
      return image(Integer.parseInt(image.group(1)), Integer.parseInt(image.group(2)));
    }
    return switch (text) {
      case "table" -> table();
      case "vectors" -> vectors();
      default ->
          throw new IllegalArgumentException(
              "'%s' is no kind of input; it must be table, vectors or, for example, image 28x28."
                  .formatted(text));
    };
  }

  default boolean isTable() {
    return this instanceof Table;
  }

  default boolean isImage() {
    return this instanceof Image;
  }

  default boolean isVectors() {
    return this instanceof Vectors;
  }

  /** Returns the shape where images are known to be the input. */
  default Image asImage() {
    if (this instanceof Image image) {
      return image;
    }
    throw new IllegalStateException("The input is " + this + "; only images have a shape.");
  }
}

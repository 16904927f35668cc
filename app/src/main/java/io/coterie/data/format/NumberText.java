package io.coterie.data.format;

import io.coterie.CoterieException;
import io.coterie.data.format.CsvTokens.Cell;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Turns the texts of cells into numbers as programs write them, and looks on for evidence as long
 * as there is none.
 *
 * <p>Not thread-safe.
 */
final class NumberText {
  private final String source;
  private final List<String> names;
  private final Set<Integer> aside;
  private final NumberStyle style;
  private final boolean isPlain;
  private final NumberEvidence evidence;
  private final Cell cell = new Cell();
  private boolean isOpen;

  /**
   * Makes one for a table.
   *
   * @param style that was found; null if no cell has said it yet
   * @param evidence empty, to be filled by what is read
   */
  NumberText(
      String source,
      List<String> names,
      Set<Integer> aside,
      NumberStyle style,
      NumberEvidence evidence) {
    this.source = source;
    this.names = names;
    this.aside = aside;
    this.style = style == null ? NumberStyle.PLAIN : style;
    this.isPlain = this.style.isPlain();
    this.evidence = evidence;
    this.isOpen = style == null;
  }

  boolean isPlain() {
    return isPlain;
  }

  NumberStyle style() {
    return style;
  }

  /** Returns whether cells with points should be shown, because none has decided yet. */
  boolean isOpen() {
    return isOpen;
  }

  /** Takes a cell with a point as evidence. */
  void look(int column, String text) {
    if (!evidence.add(column, text)) {
      return;
    }
    Optional<NumberStyle> found = evidence.style();
    isOpen = found.isEmpty();
    if (!found.orElse(NumberStyle.PLAIN).isPlain()) {
      throw CoterieException.badData(
          ("%s begins with whole numbers and later has numbers with a %s. Say so with --decimal and"
                  + " --thousands.")
              .formatted(source, found.get().words()));
    }
  }

  /** Returns how a program writes a cell's number, or the text itself if it holds none. */
  String of(int column, long line, String text) {
    if (isPlain) {
      if (isOpen && text.indexOf('.') >= 0) {
        look(column, text);
      }
      return text;
    }
    String canonical = style.canonical(text);
    if (canonical == null && cell.read(text) == Cell.Content.NUMBER && !aside.contains(column)) {
      throw CoterieException.badData(
          ("Line %d of %s has a number in column '%s' that does not fit the others of the file, which"
                  + " have a %s. Correct it, or set the column aside with --ignore %s.")
              .formatted(line, source, names.get(column), style.words(), names.get(column)));
    }
    return canonical == null ? text : canonical;
  }

  /** Refuses numbers that can be read in two ways, after the last record. */
  void finish() {
    if (isOpen) {
      evidence.requireSure();
    }
  }
}

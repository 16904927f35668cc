package io.coterie.model;

import io.coterie.PeerText;
import io.coterie.math.IntVector;
import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.message.Labels;
import io.coterie.message.Payload;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The answer of a study that clusters nothing: what the columns of all sites together look like.
 * Counts are rounded, and those of fewer than K records are not told. As a model it has one cluster
 * with all records.
 *
 * <p>The words are, all counts plus one and 0 where one is not told: the number of records; then
 * for each column its missing values, and its cells or the records of other levels, and what is in
 * the cells that are not told together; of open columns then {@value #LEVELS} times the records of
 * a level and its name, in UTF-8, {@value #NAME_PACKED} bytes a word.
 *
 * @param cells how many cells each column has, missing values not counted; {@value #OPEN} where the
 *     sites agreed on levels
 * @param words see above
 * @param smallestGroup K
 */
@Payload.Name("profile")
public record ProfileAnswer(IntVector cells, LongVector words, int smallestGroup)
    implements ClusterModel {
  /** Marks a column on whose levels the sites agreed. */
  public static final int OPEN = -1;

  /** The level that takes in all that are too rare to be told apart. */
  public static final String OTHER = "other";

  /** The most levels on which sites agree in a column. */
  public static final int LEVELS = 100;

  /** The most bytes of a level's name. */
  public static final int NAME_BYTES = 100;

  /** Bytes of a name in one word. */
  public static final int NAME_PACKED = 5;

  /** A count that is not told. */
  public static final long FEW = -1;

  private static final int NAME_WORDS = NAME_BYTES / NAME_PACKED;

  /**
   * What one column holds, in records of all sites.
   *
   * @param missing values
   * @param cells of a column whose cells are known; else one, of all levels not agreed on
   * @param together what is in the cells that are not told
   * @param levels on which the sites agreed, in order
   */
  public record Column(
      long missing, List<Long> cells, long together, SortedMap<String, Long> levels) {
    public Column {
      cells = List.copyOf(cells);
      levels = Collections.unmodifiableSortedMap(new TreeMap<>(levels));
    }
  }

  public ProfileAnswer {
    if (words.size() != size(cells.toArray())) {
      throw new IllegalArgumentException("A profile has words for other columns.");
    }
    if (Arrays.stream(words.toArray()).anyMatch(word -> word < 0)) {
      throw new IllegalArgumentException("A profile has a negative count.");
    }
    Object unused = columns(cells.toArray(), words.toArray()); // refuses names that are none
  }

  /** Returns how many words a profile of columns with so many cells has. */
  public static int size(int[] cells) {
    int size = 1;
    for (int count : cells) {
      size += count == OPEN ? 3 + LEVELS * (1 + NAME_WORDS) : 2 + count;
    }
    return size;
  }

  /**
   * Puts a name behind the count of its level.
   *
   * @param at where the count is
   */
  public static void writeName(String name, long[] words, int at) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < bytes.length; i++) {
      words[at + 1 + i / NAME_PACKED] |=
          Byte.toUnsignedLong(bytes[i]) << (Byte.SIZE * (i % NAME_PACKED));
    }
  }

  /** Returns the words that one level takes. */
  public static int levelWords() {
    return 1 + NAME_WORDS;
  }

  /** Returns whether a text can be the name of a level on which sites agree. */
  public static boolean isName(String text) {
    return !text.isBlank()
        && text.getBytes(StandardCharsets.UTF_8).length <= NAME_BYTES
        && text.codePoints().allMatch(PeerText::isVisible);
  }

  /** Returns how many records all sites have, {@link #FEW} if that is not told. */
  public long records() {
    return words.at(0) - 1;
  }

  public List<Column> columns() {
    return columns(cells.toArray(), words.toArray());
  }

  private static List<Column> columns(int[] cells, long[] words) {
    List<Column> columns = new ArrayList<>();
    int at = 1;
    for (int count : cells) {
      int known = count == OPEN ? 1 : count;
      if (known < 0) {
        throw new IllegalArgumentException("A column has less than no cells.");
      }
      long missing = words[at++] - 1;
      List<Long> told = new ArrayList<>();
      for (int i = 0; i < known; i++) {
        told.add(words[at++] - 1);
      }
      long together = words[at++] - 1;
      SortedMap<String, Long> levels = new TreeMap<>();
      for (int l = 0; count == OPEN && l < LEVELS; l++) {
        int place = at;
        name(words, at)
            .ifPresent(
                name -> {
                  if (levels.put(name, words[place] - 1) != null) {
                    throw new IllegalArgumentException("A profile has a level twice.");
                  }
                });
        at += levelWords();
      }
      columns.add(new Column(missing, told, together, levels));
    }
    return columns;
  }

  private static Optional<String> name(long[] words, int at) {
    byte[] bytes = new byte[NAME_BYTES];
    for (int i = 0; i < NAME_BYTES; i++) {
      long word = words[at + 1 + i / NAME_PACKED];
      bytes[i] = (byte) (word >>> (Byte.SIZE * (i % NAME_PACKED)));
    }
    return name(bytes);
  }

  /** Returns the name that bytes are, zeros after it; nothing where all are zero. */
  public static Optional<String> name(byte[] bytes) {
    int length = bytes.length;
    while (length > 0 && bytes[length - 1] == 0) {
      length--;
    }
    if (length == 0) {
      return Optional.empty();
    }
    try {
      String name =
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 0, length)).toString();
      if (isName(name)) {
        return Optional.of(name);
      }
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("The name of a level is not UTF-8.", e);
    }
    throw new IllegalArgumentException("The name of a level is not usable.");
  }

  @Override
  public int clusterCount() {
    return 1;
  }

  @Override
  public Labels label(Matrix represented, Parallel parallel) {
    return Labels.of(new int[represented.rows()], 1);
  }

  @Override
  public Nearness nearness(Matrix represented, Parallel parallel) {
    return Nearness.of(
        Nearness.Scale.SHARE, Matrix.zeros(represented.rows(), 1).map((i, c, zero) -> 1));
  }

  @Override
  public ProfileAnswer renumbered(int[] ranks) {
    return this;
  }
}

package io.coterie.method.profile;

import io.coterie.CoterieException;
import io.coterie.Sha256;
import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Labels;
import io.coterie.message.Payload;
import io.coterie.message.SiteMessage;
import io.coterie.message.internal.SealedCounts;
import io.coterie.message.internal.WholeTotals;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.method.internal.check.SameTotals;
import io.coterie.model.ProfileAnswer;
import io.coterie.plan.StudyPlan;
import io.coterie.secure.HiddenRounding;
import io.coterie.site.Records;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A site's part in a profile. It reads the sealed totals of all sites, and decides by them which
 * names of its levels leave, and what of the counts is given. No question has a choice in it, so a
 * coordinator can only ask what is due, or end the study.
 *
 * <p>Not thread-safe.
 */
final class ProfileSite implements SitePart {
  private static final String RECORD = "coterie level of a record 1";

  /** Where the course is. */
  private enum Step {
    COUNTS,
    MARKS,
    NAMES,
    RESULT,
    OVER
  }

  private final SiteContext context;
  private final ProfileLayout layout;
  private final int smallest;
  private final SortedMap<Integer, ColumnLevels> levels = new TreeMap<>();
  private Step due = Step.COUNTS;
  private int attempt = 1;

  /** The counts of all sites, with the digest of all records behind them. */
  private long[] totals = {};

  private ProfileAnswer told;

  ProfileSite(StudyPlan plan, SiteContext context) {
    this.context = context;
    this.layout = new ProfileLayout(plan.input());
    this.smallest = plan.privacy().smallestGroup();
  }

  @Override
  public SiteMessage reply(CoordinatorMessage message) {
    Payload question = message.payload();
    if (question instanceof ProfileQuestion.Counts && due == Step.COUNTS && levels.isEmpty()) {
      return context.gate().release(counts());
    } else if (question instanceof ProfileQuestion.Marks asked && due == Step.MARKS) {
      return context.gate().release(marks(asked.counts()));
    } else if (question instanceof ProfileQuestion.Names asked && due == Step.NAMES) {
      return context.gate().release(names(asked.counts()));
    } else if (question instanceof ProfileQuestion.FurtherCounts asked
        && due == Step.RESULT
        && attempt < ColumnLevels.ATTEMPTS
        && !levels.isEmpty()) {
      return context.gate().release(further(asked.counts()));
    } else if (question instanceof ProfileQuestion.Result asked
        && due == Step.RESULT
        && (levels.isEmpty() || attempt == ColumnLevels.ATTEMPTS)) {
      return context.gate().release(result(asked.counts()));
    }
    throw refused("was asked for '%s', which is not due".formatted(question.kind()));
  }

  private SealedCounts counts() {
    Records records = context.data().blocks();
    if (records.size() == 0) {
      throw CoterieException.badData(
          "Site %s has no records; a site needs at least one, or must stay out of the study."
              .formatted(context.data().site()));
    }
    Tally tally = new Tally(layout, context.data().levels());
    long[] own =
        records.sum((block, inside) -> tally.of(block), context.parallel()).counts().toArray();
    int[] open = layout.openColumns();
    int ownAt = layout.plainCounts();
    for (int column : open) {
      SortedMap<String, Long> mine = new TreeMap<>();
      for (String level : context.data().levels().get(column)) {
        long having = own[ownAt++];
        if (having > 0 && !level.equals(ProfileAnswer.OTHER)) {
          mine.put(level, having);
        }
      }
      levels.put(column, new ColumnLevels(column, mine, smallest));
    }
    long[] words = new long[layout.counts()];
    System.arraycopy(own, 0, words, 0, layout.plainCounts());
    addBuckets(words, layout.plainCounts());
    int digest = HiddenRounding.WORDS;
    System.arraycopy(own, own.length - digest, words, words.length - digest, digest);
    due = levels.isEmpty() ? Step.RESULT : Step.MARKS;
    return SealedCounts.of(words);
  }

  private void addBuckets(long[] words, int start) {
    int at = start;
    for (ColumnLevels column : levels.values()) {
      column.addBuckets(words, at);
      at += ColumnLevels.BUCKETS;
    }
  }

  private SealedCounts marks(SealedCounts sealed) {
    int at = 0;
    long[] buckets;
    if (totals.length == 0) {
      read(sealed);
      buckets = totals;
      at = layout.plainCounts();
    } else {
      buckets = opened(sealed, layout.buckets());
    }
    byte[] salt = salt(sealed);
    long[] words = new long[layout.marks()];
    int marksAt = 0;
    for (ColumnLevels column : levels.values()) {
      column.open(buckets, at);
      column.addMarks(words, marksAt, salt);
      at += ColumnLevels.BUCKETS;
      marksAt += ColumnLevels.MARK_WORDS;
    }
    due = Step.NAMES;
    return SealedCounts.of(words);
  }

  private SealedCounts names(SealedCounts sealed) {
    long[] marks = opened(sealed, layout.marks());
    long[] words = new long[layout.names()];
    int at = 0;
    int namesAt = 0;
    for (ColumnLevels column : levels.values()) {
      column.keepPure(marks, at);
      column.addNames(words, namesAt);
      at += ColumnLevels.MARK_WORDS;
      namesAt += ColumnLevels.NAME_WORDS;
    }
    due = Step.RESULT;
    return SealedCounts.of(words);
  }

  private void agree(SealedCounts sealed) {
    long[] names = opened(sealed, layout.names());
    int at = 0;
    for (ColumnLevels column : levels.values()) {
      column.agree(names, at);
      at += ColumnLevels.NAME_WORDS;
    }
  }

  private SealedCounts further(SealedCounts sealed) {
    agree(sealed);
    attempt++;
    long[] words = new long[layout.buckets()];
    addBuckets(words, 0);
    due = Step.MARKS;
    return SealedCounts.of(words);
  }

  private WholeTotals result(SealedCounts sealed) {
    if (levels.isEmpty()) {
      read(sealed);
    } else {
      agree(sealed);
    }
    SortedMap<Integer, SortedMap<String, Long>> agreed = new TreeMap<>();
    levels.forEach((column, found) -> agreed.put(column, found.agreed()));
    long[] words = new ProfileRelease(layout, smallest).words(totals, agreed);
    told = new ProfileAnswer(layout.answerCells(), LongVector.of(words), smallest);
    due = Step.OVER;
    return SameTotals.of(words);
  }

  /** Reads the counts of all sites. */
  private void read(SealedCounts sealed) {
    totals = opened(sealed, layout.counts());
    if (totals[0] < smallest) {
      throw refused("was asked about fewer than %d records of all sites".formatted(smallest));
    }
  }

  private long[] opened(SealedCounts sealed, int size) {
    // No total is above 255 for each record: bytes of names and of the digest are the largest.
    long[] opened = context.opened(sealed);
    if (opened.length != size) {
      throw refused("got other totals than those that were due");
    }
    return opened;
  }

  /** What nobody knew before the question: the sealed totals hold pads of all sites. */
  private static byte[] salt(SealedCounts sealed) {
    ByteBuffer bytes = ByteBuffer.allocate(sealed.words().size() * Long.BYTES);
    for (long word : sealed.words().toArray()) {
      bytes.putLong(word);
    }
    return Sha256.of(bytes.array());
  }

  @Override
  public Labels labels(CoordinatorMessage answer) {
    if (told == null || !answer.payload().equals(told)) {
      throw refused("got another profile than the one that the totals show");
    }
    return context.data().blocks().label(told::label, context.parallel());
  }

  private CoterieException refused(String what) {
    return CoterieException.notAgreed(
        "Site %s %s; it sends nothing more in this study. Ask the coordinator why."
            .formatted(context.data().site(), what));
  }

  /**
   * Counts of a block: records, missing values and cells, own levels, and a digest. Serializable,
   * because the records may be on several machines.
   */
  private static final class Tally implements Serializable {
    private final ProfileLayout layout;
    private final ArrayList<double[]> tags;
    private final int ownLevels;

    Tally(ProfileLayout layout, List<List<String>> levels) {
      this.layout = layout;
      ArrayList<double[]> all = new ArrayList<>();
      int sum = 0;
      for (int column : layout.openColumns()) {
        List<String> own = levels.isEmpty() ? List.of() : levels.get(column);
        if (levels.isEmpty()
            || new HashSet<>(own).size() < own.size()
            || !own.stream().allMatch(ProfileAnswer::isName)) {
          throw new IllegalArgumentException("A column of levels has no list of usable levels.");
        }
        all.add(own.stream().mapToDouble(level -> tag(column, level)).toArray());
        sum += own.size();
      }
      tags = all;
      ownLevels = sum;
    }

    /** A number that stands for a level at every site. */
    private static double tag(int column, String level) {
      return new LevelHash(RECORD, new byte[0]).of(column, level) >>> 11;
    }

    WholeTotals of(Matrix block) {
      long[] counts = new long[layout.plainCounts() + ownLevels + HiddenRounding.WORDS];
      counts[0] = block.rows();
      int ownAt = layout.plainCounts();
      Matrix common = block.copy();
      int open = 0;
      for (int j = 0; j < layout.columns(); j++) {
        double[] names = layout.isOpen(j) ? tags.get(open++) : null;
        int at = layout.at(j);
        for (int i = 0; i < block.rows(); i++) {
          double value = block.at(i, j);
          if (Double.isNaN(value)) {
            counts[at]++;
          } else if (names != null) {
            counts[ownAt + (int) value]++;
            common.set(i, j, names[(int) value]);
          } else if (layout.cell(j, value) >= 0) {
            counts[at + 1 + layout.cell(j, value)]++;
          }
        }
        ownAt += names == null ? 0 : names.length;
      }
      long[] digest = HiddenRounding.digest(common);
      System.arraycopy(digest, 0, counts, counts.length - digest.length, digest.length);
      return new WholeTotals(LongVector.of(counts), LongVector.of());
    }
  }
}

package io.coterie.method;

import static java.util.Objects.requireNonNull;

import io.coterie.message.Field;
import io.coterie.message.Payload;
import io.coterie.message.Question;
import io.coterie.message.SumPayload;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.SumMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a site may be asked in a study, and how much it says at most: an upper bound that follows
 * from the plan and nothing else. The site makes it itself, its owner agrees to it, and {@link
 * ScheduledSitePart} refuses everything beyond it, with any coordinator.
 *
 * @param stages in order; a later one ends those before it
 */
public record Schedule(List<Stage> stages) {
  /** The most bytes of names and lengths around the numbers of a message. */
  private static final int AROUND = 4 << 10;

  /** In which form a reply leaves its site. */
  public enum Form {
    /** The coordinator sees it as it is. */
    CLEAR("in the clear", 13),
    /** The coordinator sees it, with the site's own noise. */
    NOISY("with noise", Long.BYTES),
    /** A sum whose total over the sites is all that the coordinator sees. */
    MASKED("under masks", 4 * Long.BYTES),
    /** A sum with a share of the noise, whose total is all that the coordinator sees. */
    NOISY_MASKED("with noise, under masks", Long.BYTES);

    private final String words;

    /** The most that one number takes: an edge in the clear, or the four words of any number. */
    private final int bytes;

    Form(String words, int bytes) {
      this.words = words;
      this.bytes = bytes;
    }

    public String words() {
      return words;
    }

    public boolean isMasked() {
      return this == MASKED || this == NOISY_MASKED;
    }

    public boolean isNoisy() {
      return this == NOISY || this == NOISY_MASKED;
    }

    /** Returns the form of sums in a study. */
    public static Form ofSums(PrivacyPlan privacy) {
      if (privacy.isDp()) {
        return privacy.sums() == SumMode.MASKED ? NOISY_MASKED : NOISY;
      }
      return privacy.sums() == SumMode.MASKED ? MASKED : CLEAR;
    }
  }

  /**
   * One kind of question with its kind of reply.
   *
   * @param question its name, see {@link Schedule#nameOf}
   * @param reply the kind of the reply
   * @param rounds how often it is asked at most
   * @param numbers that one reply has at most
   * @param form in which the reply leaves
   * @param leastGroup K: sums of fewer records are not sent; 1 where there is no such rule
   * @param allNumbers that all replies have together at most
   */
  public record Step(
      String question,
      String reply,
      int rounds,
      long numbers,
      Form form,
      int leastGroup,
      long allNumbers) {
    /** Makes a step whose replies may all be as large as one. */
    public Step(
        String question, String reply, int rounds, long numbers, Form form, int leastGroup) {
      this(question, reply, rounds, numbers, form, leastGroup, saturated(rounds, numbers));
    }

    /** Returns the same where all replies together have fewer numbers than each could. */
    public Step ofAtMost(long inAll) {
      return new Step(question, reply, rounds, numbers, form, leastGroup, inAll);
    }

    public Step {
      requireNonNull(question, "question is null");
      requireNonNull(reply, "reply is null");
      requireNonNull(form, "form is null");
      if (rounds < 1 || numbers < 0 || leastGroup < 1) {
        throw new IllegalArgumentException(
            "%d rounds of %d numbers, groups of %d.".formatted(rounds, numbers, leastGroup));
      }
    }

    /** Returns a question whose reply is a sum, of which the study says how it leaves. */
    public static Step sum(
        StudyPlan plan,
        String question,
        Class<? extends SumPayload<?>> reply,
        int rounds,
        long numbers) {
      return new Step(
          question,
          Payload.kindOf(reply),
          rounds,
          numbers,
          Form.ofSums(plan.privacy()),
          plan.privacy().smallestGroup());
    }

    /** Returns a question whose reply the coordinator sees site by site. */
    public static Step clear(
        StudyPlan plan, String question, Class<? extends Payload> reply, int rounds, long numbers) {
      return new Step(
          question,
          Payload.kindOf(reply),
          rounds,
          numbers,
          Form.CLEAR,
          plan.privacy().smallestGroup());
    }

    /** Returns the most bytes that all its rounds have together, without keys and signatures. */
    public long allBytes() {
      return added(saturated(rounds, AROUND), saturated(allNumbers, form.bytes));
    }
  }

  /**
   * Questions that may alternate.
   *
   * @param isRequired whether nothing after it is answered before one of its questions was
   */
  public record Stage(List<Step> steps, boolean isRequired) {
    public Stage {
      steps = List.copyOf(steps);
      if (steps.isEmpty()) {
        throw new IllegalArgumentException("a stage has a step");
      }
    }

    public static Stage required(Step... steps) {
      return new Stage(Arrays.asList(steps), true);
    }

    /** Returns a stage that the coordinator may leave out. */
    public static Stage optional(Step... steps) {
      return new Stage(Arrays.asList(steps), false);
    }
  }

  public Schedule {
    stages = List.copyOf(stages);
  }

  public static Schedule of(Stage... stages) {
    return new Schedule(Arrays.asList(stages));
  }

  /** Returns this schedule, and the other one after it. */
  public Schedule then(Schedule other) {
    List<Stage> all = new ArrayList<>(stages);
    all.addAll(other.stages);
    return new Schedule(all);
  }

  public Schedule then(Stage... others) {
    return then(of(others));
  }

  /** Returns this schedule so many times; after the first time it may be left out. */
  public Schedule repeated(int times) {
    List<Stage> all = new ArrayList<>(stages);
    for (int time = 1; time < times; time++) {
      stages.forEach(stage -> all.add(new Stage(stage.steps(), false)));
    }
    return new Schedule(all);
  }

  public List<Step> steps() {
    return stages.stream().flatMap(stage -> stage.steps().stream()).toList();
  }

  /** Returns how many bytes leave a site at most, without the keys and signatures of masks. */
  public long mostBytes() {
    return steps().stream().mapToLong(Step::allBytes).reduce(0, Schedule::added);
  }

  /** Returns how many rounds there are at most. */
  public int mostRounds() {
    return (int) Math.min(Integer.MAX_VALUE, steps().stream().mapToLong(Step::rounds).sum());
  }

  /** Returns how many numbers leave a site at most, in all rounds together. */
  public long mostNumbers() {
    return steps().stream().mapToLong(Step::allNumbers).reduce(0, Schedule::added);
  }

  /**
   * Returns the name of a question in a schedule: its kind, or its own name where it has nothing
   * but a name. Steps that enclose a question are looked through.
   */
  public static String nameOf(Payload question) {
    Payload asked = question.asked();
    return asked instanceof Question named ? named.name() : asked.kind();
  }

  /** Returns how many numbers a payload has. Under masks a graph has one for each pair of nodes. */
  public static long numbersOf(Payload payload, Form form) {
    long numbers = 0;
    for (Field field : payload.fields()) {
      if (field instanceof Field.Edges edges) {
        long nodes = edges.graph().nodeCount();
        numbers += form.isMasked() ? triangle(nodes) : edges.graph().edgeCount();
      } else if (!(field instanceof Field.Text)) {
        numbers += field.size();
      }
    }
    return numbers;
  }

  /** Returns n (n + 1) / 2, the entries of a symmetric matrix. */
  public static long triangle(long n) {
    return n * (n + 1) / 2;
  }

  private static long saturated(long one, long other) {
    return one != 0 && other > Long.MAX_VALUE / one ? Long.MAX_VALUE : one * other;
  }

  private static long added(long one, long other) {
    return one > Long.MAX_VALUE - other ? Long.MAX_VALUE : one + other;
  }
}

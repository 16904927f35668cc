package io.coterie.federation;

import io.coterie.method.CoordinatorContext.Findings;
import io.coterie.method.Diagnostics;
import io.coterie.method.LongWork.WorkProgress;
import io.coterie.privacy.ReleaseNotice;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Is told what happens during a run, in order and on one thread at a time. */
@FunctionalInterface
public interface RunListener {
  void on(RunEvent event);

  /** Returns a listener that tells both. */
  default RunListener and(RunListener other) {
    return event -> {
      on(event);
      other.on(event);
    };
  }

  static RunListener none() {
    return event -> {};
  }

  /** What happens during a run, as it happens. One stream feeds every view of it. */
  sealed interface RunEvent {
    /**
     * The study begins.
     *
     * @param method the method's name
     * @param sites the sites' names
     */
    record Started(String method, List<String> sites) implements RunEvent {
      public Started {
        sites = List.copyOf(sites);
      }
    }

    /**
     * A question goes out to the sites.
     *
     * @param round 1 for the first
     * @param question the kind of question
     */
    record RoundStarted(int round, String question) implements RunEvent {}

    /**
     * A site has come further with an answer that takes long.
     *
     * @param site which
     * @param progress of its own work
     */
    record Working(String site, WorkProgress progress) implements RunEvent {}

    /**
     * A message crossed the border.
     *
     * @param round in which
     * @param site to or from which
     * @param direction which way
     * @param message what and how large
     */
    record MessageSent(int round, String site, Direction direction, Message message)
        implements RunEvent {}

    /** Which way a message goes. */
    enum Direction {
      TO_SITE,
      FROM_SITE
    }

    /**
     * A message as the runner sees it.
     *
     * @param kind of payload
     * @param bytes as encoded on the wire
     */
    record Message(String kind, long bytes) {}

    /**
     * A simulated round's replies would go under masks in a served study.
     *
     * @param round which
     * @param words of each site's sums
     * @param isSealed whether the coordinator may not read the total either
     */
    record Masked(int round, long words, boolean isSealed) implements RunEvent {}

    /**
     * A site let noisy sums out.
     *
     * @param round in which
     * @param site which
     * @param statements what it let out, never the values
     */
    record Released(int round, String site, List<ReleaseNotice> statements) implements RunEvent {
      public Released {
        statements = List.copyOf(statements);
      }
    }

    /**
     * All replies of a round are in.
     *
     * @param round which
     * @param seconds wall time since the question went out
     */
    record RoundEnded(int round, double seconds) implements RunEvent {}

    /**
     * The coordinator found something out.
     *
     * @param name such as "representation"
     * @param value in words or digits
     */
    record Finding(String name, String value) implements RunEvent {}

    /**
     * The coordinator has something that can be drawn.
     *
     * @param sketch made of what the sites let out
     */
    record Sketched(Diagnostics sketch) implements RunEvent {}

    /**
     * Every site has labelled its records.
     *
     * @param rounds that were needed
     * @param seconds wall time of the whole run
     */
    record Finished(int rounds, double seconds) implements RunEvent {}
  }

  /** What the coordinator finds out during a run; a listener gets it at once. */
  final class RunFindings implements Findings {
    private final RunListener listener;
    private final Map<String, String> found = new LinkedHashMap<>();

    public RunFindings(RunListener listener) {
      this.listener = listener;
    }

    @Override
    public void report(String name, String value) {
      found.put(name, value);
      listener.on(new RunEvent.Finding(name, value));
    }

    @Override
    public void show(Diagnostics sketch) {
      listener.on(new RunEvent.Sketched(sketch));
    }

    public Map<String, String> all() {
      return Collections.unmodifiableMap(found);
    }
  }
}

package io.coterie.federation;

import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Labels;
import io.coterie.message.Payload;
import io.coterie.message.SiteMessage;
import io.coterie.method.LongWork;
import io.coterie.method.LongWork.Checkpoints;
import io.coterie.method.LongWork.WorkProgress;
import io.coterie.method.MethodRunner;
import io.coterie.method.SitePart;
import io.coterie.method.fit.SiteFit;
import io.coterie.privacy.NoiseSource;
import io.coterie.privacy.ReleaseNotice;
import io.coterie.site.PrivacyGate;
import io.coterie.site.SiteData;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** Where the sites of a simulation run: in this process, or on an engine. */
public interface SiteHost {
  /**
   * Asks every site the question of a round; rounds come in order, each once. Replies are handed
   * over some at a time, in the order of the sites: sums of thousands of sites would not fit.
   */
  void ask(int round, Payload question, Consumer<List<SiteReply>> replies);

  /** Tells each site its answer, and returns each site's labels. */
  List<Labels> label(int round, List<Payload> answers);

  /**
   * Returns what each site found of its fit with the others, in the order of the sites; none where
   * nothing was asked, or the engine does not hand it over.
   */
  default List<Optional<SiteFit>> fits() {
    return List.of();
  }

  /**
   * What a simulated site said, and what it stated of its noise before.
   *
   * @param message to the coordinator
   * @param released empty where nothing noisy was
   */
  record SiteReply(SiteMessage message, List<ReleaseNotice> released) implements Serializable {
    public SiteReply {
      released = List.copyOf(released);
    }
  }

  /**
   * One site of a simulation: its part of the method, with a gate of its own. It is the same
   * wherever it runs.
   *
   * <p>Not thread-safe.
   */
  final class SimulatedSite {
    private final SitePart part;
    private List<ReleaseNotice> released = List.of();

    /**
     * What all sites of a simulation have in common.
     *
     * @param runner of the study
     * @param noise makes a site's source of noise
     */
    public record Setting(MethodRunner runner, Function<Seed, NoiseSource> noise) {}

    public SimulatedSite(
        Setting setting, SiteData data, Parallel parallel, Consumer<WorkProgress> progress) {
      PrivacyGate gate =
          setting
              .runner()
              .gate(data.site(), setting.noise(), statements -> released = List.copyOf(statements));
      LongWork work = new LongWork(progress, Checkpoints.NONE);
      this.part = setting.runner().site(data, gate, parallel, work);
    }

    /** Answers one round's question. */
    public SiteReply reply(CoordinatorMessage question) {
      released = List.of();
      return new SiteReply(part.reply(question), released);
    }

    public Optional<SiteFit> fit() {
      return part.fit();
    }

    /** Labels the site's records. */
    public Labels labels(CoordinatorMessage answer) {
      return part.labels(answer);
    }
  }
}

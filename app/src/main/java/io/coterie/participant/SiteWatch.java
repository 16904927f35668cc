package io.coterie.participant;

import io.coterie.message.Payload;
import io.coterie.method.fit.SiteFit;
import io.coterie.privacy.ReleaseNotice;
import java.util.List;

/** Is told what a site does, for its owner alone. */
public interface SiteWatch {
  /** The site turns to something else, in words. */
  void doing(String words);

  /** The site refuses a question and leaves the study, for a reason in words. */
  void refusing(String reason);

  /** The site has made an answer, which is going to be sent. */
  void saying(Said said);

  /**
   * The site has found whether its records fit those of the others. Returns whether the coordinator
   * may get what was found.
   */
  default boolean fits(SiteFit fit) {
    return false;
  }

  /**
   * An answer.
   *
   * @param round that it belongs to
   * @param attempt from 1; above 1 where a secure sum is tried again
   * @param payload what is said
   * @param isMasked whether it goes under masks
   * @param statements what the privacy gate said of it before it drew noise
   */
  record Said(
      int round, int attempt, Payload payload, boolean isMasked, List<ReleaseNotice> statements) {
    public Said {
      statements = List.copyOf(statements);
    }
  }

  static SiteWatch none() {
    return new SiteWatch() {
      @Override
      public void doing(String words) {}

      @Override
      public void refusing(String reason) {}

      @Override
      public void saying(Said said) {}
    };
  }
}

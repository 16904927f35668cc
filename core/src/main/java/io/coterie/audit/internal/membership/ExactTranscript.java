package io.coterie.audit.internal.membership;

import io.coterie.privacy.NoisyBlock;
import io.coterie.privacy.PrivacyLoss;
import java.util.ArrayList;
import java.util.List;

/**
 * What a site would release, before noise, over all steps of a study with fixed questions.
 *
 * @param releases one for each step
 */
public record ExactTranscript(List<Release> releases) {
  public ExactTranscript {
    releases = List.copyOf(releases);
  }

  /**
   * The exact sums of one step.
   *
   * @param step its name
   * @param blocks as they arrive at the gate
   */
  public record Release(String step, List<NoisyBlock> blocks) {
    public Release {
      blocks = List.copyOf(blocks);
    }
  }

  /** As the mechanisms state it, for one record. */
  public PrivacyLoss stated() {
    PrivacyLoss total = PrivacyLoss.none();
    for (Release release : releases) {
      for (NoisyBlock block : release.blocks()) {
        total = total.plus(block.mechanism().loss());
      }
    }
    return total;
  }

  /** One block at a time, in order: noise is independent from block to block. */
  public List<Release> single() {
    List<Release> all = new ArrayList<>();
    for (Release release : releases) {
      for (NoisyBlock block : release.blocks()) {
        all.add(new Release(release.step(), List.of(block)));
      }
    }
    return all;
  }
}

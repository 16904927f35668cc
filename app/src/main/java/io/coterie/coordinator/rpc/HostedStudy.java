package io.coterie.coordinator.rpc;

import io.coterie.coordinator.StudySession;
import io.coterie.study.Study;
import java.util.List;

/**
 * A study as the network sees it.
 *
 * @param session where its sites come in
 * @param roster the certificates of its sites
 */
@SuppressWarnings("ArrayRecordComponent")
public record HostedStudy(StudySession session, List<byte[]> roster) {
  public HostedStudy {
    roster = List.copyOf(roster);
  }

  Study study() {
    return session.study();
  }
}

package io.coterie.coordinator.rpc;

import io.coterie.coordinator.StudyLog;
import io.coterie.coordinator.StudySession;
import io.coterie.study.Study;
import java.util.List;

/**
 * A study as the network sees it.
 *
 * @param study what it is
 * @param log where its messages go
 * @param room where its sites come in
 * @param roster the certificates of its sites
 */
@SuppressWarnings("ArrayRecordComponent")
public record HostedStudy(Study study, StudyLog log, StudySession room, List<byte[]> roster) {
  public HostedStudy {
    roster = List.copyOf(roster);
  }
}

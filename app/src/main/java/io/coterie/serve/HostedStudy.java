package io.coterie.serve;

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
record HostedStudy(Study study, StudyLog log, StudyRoom room, List<byte[]> roster) {
  HostedStudy {
    roster = List.copyOf(roster);
  }
}

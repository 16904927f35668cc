package io.coterie.store.journal;

import java.nio.file.Path;
import java.util.UUID;

/** The databases that a journal can be in, for tests that hold for each. */
enum JournalPlace {
  SQLITE {
    @Override
    String fresh(Path folder) {
      return folder.resolve(UUID.randomUUID() + ".db").toString();
    }
  },
  POSTGRESQL {
    @Override
    String fresh(Path folder) {
      return PostgresServer.emptyDatabase();
    }
  };

  /** Returns where a journal may be that does not exist yet. */
  abstract String fresh(Path folder);
}

package io.coterie.store.journal;

import io.coterie.CoterieException;
import io.coterie.privacy.SecretBytes;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.List;

/**
 * The tables of a journal, and which version of them a database has. Since 2, a study has the
 * version of the protocol that its messages are of.
 */
final class Schema {
  static final int VERSION = 2;

  /** What brings version 1 up to date: its studies were begun before the protocol was of 2. */
  private static final List<String> FROM_1 =
      List.of(
          "alter table study add column protocol integer not null default 1",
          "update journal set version = 2");

  private static final int ID_BYTES = 16;

  /** The bytes of a message come before its row in "message", which makes them seen. */
  private static final List<String> TABLES =
      List.of(
          "create table journal (version integer not null, id text not null)",
          """
          create table study (
            place bigint not null unique,
            name text primary key,
            hash text not null,
            content text not null,
            begun bigint not null,
            protocol integer not null)
          """,
          """
          create table message (
            id bigint not null unique,
            study text not null references study (name),
            round integer not null,
            attempt integer not null,
            step text not null,
            site text not null,
            bytes bigint not null,
            sha256 text not null,
            accepted bigint not null,
            primary key (study, round, attempt, step, site))
          """,
          """
          create table chunk (
            message bigint not null,
            part integer not null,
            content %s not null,
            primary key (message, part))
          """,
          """
          create table event (
            study text not null references study (name),
            sequence bigint not null,
            kind text not null,
            round integer not null,
            content text not null,
            written bigint not null,
            primary key (study, sequence))
          """);

  private Schema() {}

  /**
   * Makes the tables where there are none, brings those of an older version up to date, and refuses
   * those of a newer one; returns the id of the journal.
   */
  static String prepare(Database database) {
    Engine engine = database.engine();
    return database.write(
        connection -> {
          if (engine.isEmpty()) {
            create(connection, engine.bytesType());
          }
          return requireVersion(connection, engine.place());
        });
  }

  private static void create(Connection connection, String bytesType) throws SQLException {
    for (String table : TABLES) {
      Database.execute(connection, table.formatted(bytesType));
    }
    String id = HexFormat.of().formatHex(SecretBytes.random(ID_BYTES));
    Database.update(connection, "insert into journal values (?, ?)", VERSION, id);
  }

  /** What a database says of itself. */
  private record Mark(int version, String id) {}

  private static String requireVersion(Connection connection, String place) throws SQLException {
    Mark mark =
        Database.query(
                connection,
                "select version, id from journal",
                row -> new Mark(row.getInt(1), row.getString(2)))
            .stream()
            .findFirst()
            .orElseThrow(
                () ->
                    CoterieException.badData(
                        "The journal %s is damaged: it has no version. Begin the study in a new journal."
                            .formatted(place)));
    if (mark.version < 1 || mark.version > VERSION) {
      throw CoterieException.badData(
          ("The journal %s is of version %d; this Coterie knows versions 1 to %d. Use the Coterie"
                  + " that wrote it, or begin the study in a new journal.")
              .formatted(place, mark.version, VERSION));
    }
    if (mark.version == 1) {
      for (String change : FROM_1) {
        Database.execute(connection, change);
      }
    }
    return mark.id;
  }
}

package io.coterie.cli.options;

import io.coterie.CoterieException;
import io.coterie.data.ColumnNames;
import io.coterie.data.profile.KindAnswer;
import io.coterie.data.profile.TableDraft;
import io.coterie.data.profile.TableDraft.LeftOut;
import io.coterie.data.profile.TableDraft.Open;
import io.coterie.data.profile.TableProfile;
import io.coterie.data.profile.TableProfiler.MissingCodes;
import io.coterie.terminal.Console;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** What people say of the columns of a table. */
public final class TableOptions {
  private static final int SHOWN_COLUMNS = 12;
  private static final int SHOWN_REMARKS = 8;

  @Option(
      names = "--kind",
      paramLabel = "COLUMN=KIND",
      description = {
        "What a column holds, once for each: number, log, category, binary, date, or",
        "ordinal:LOW,...,HIGH. Default: what its cells look like; what is unclear is asked."
      })
  List<String> kinds = new ArrayList<>();

  @Option(
      names = "--missing-code",
      split = ",",
      paramLabel = "[COLUMN=]CODE",
      description = "Texts or numbers that stand for a missing value, as -999 or age=99.")
  List<String> codes = new ArrayList<>();

  public boolean isStated() {
    return !kinds.isEmpty() || !codes.isEmpty();
  }

  /** Returns whether somebody said what a column holds. */
  public boolean states(String column) {
    return kinds.stream().anyMatch(kind -> KindAnswer.parse(kind).column().equals(column));
  }

  /** Returns the codes for missing values; a code for one column has its name in front. */
  public MissingCodes codes() {
    return codes(codes);
  }

  public static MissingCodes codes(List<String> codes) {
    Set<String> everywhere = new HashSet<>();
    Map<String, Set<String>> byColumn = new HashMap<>();
    for (String code : codes) {
      int mark = code.lastIndexOf('=');
      String text = code.substring(mark + 1).strip();
      if (text.isEmpty() || mark == 0) {
        throw CoterieException.usage(
            "--missing-code is '%s'; it must be a code as -999, or COLUMN=CODE.".formatted(code));
      }
      if (mark < 0) {
        everywhere.add(text);
      } else {
        byColumn.computeIfAbsent(code.substring(0, mark), name -> new HashSet<>()).add(text);
      }
    }
    return new MissingCodes(everywhere, byColumn);
  }

  public TableDraft draft(TableProfile profile, Set<String> aside, int smallestGroup) {
    return TableDraft.of(
        profile, aside, kinds.stream().map(KindAnswer::parse).toList(), codes(), smallestGroup);
  }

  /** Shows every question, and refuses to go on while there are any. */
  static void requireAnswers(String source, TableDraft draft, Console console) {
    if (draft.questions().isEmpty()) {
      return;
    }
    if (draft.questions().size() == 1) {
      throw CoterieException.badData(
          "%s has a column to be looked at first. Column %s"
              .formatted(source, draft.questions().get(0).line()));
    }
    draft.questions().forEach(question -> console.warn(question.line()));
    List<String> columns = draft.questions().stream().map(Open::column).distinct().toList();
    String answers =
        draft.questions().stream()
            .flatMap(question -> question.finding().answers().stream().limit(1))
            .distinct()
            .limit(ColumnNames.SHOWN)
            .collect(Collectors.joining(" "));
    throw CoterieException.badData(
        ("%s has to be looked at first, for %s. Answer each question, for example with %s. 'coterie"
                + " profile' shows more.")
            .formatted(source, ColumnNames.list(columns), answers));
  }

  /** Shows what the columns are taken for. */
  static void say(TableDraft draft, TableProfile profile, Console console) {
    console.progress("columns: " + draft.features(SHOWN_COLUMNS));
    Map<String, List<String>> byReason =
        draft.leftOut().stream()
            .collect(
                Collectors.groupingBy(
                    LeftOut::why, Collectors.mapping(LeftOut::column, Collectors.toList())));
    byReason.forEach(
        (why, columns) ->
            console.progress("left out because %s: %s".formatted(why, ColumnNames.list(columns))));
    remark(draft, profile, console);
  }

  /** Shows what should be known of the columns. */
  static void remark(TableDraft draft, TableProfile profile, Console console) {
    List<String> lines = draft.remarkLines();
    lines.stream().limit(SHOWN_REMARKS).forEach(console::progress);
    if (lines.size() > SHOWN_REMARKS) {
      console.progress(
          "and %d more remarks; 'coterie profile' shows them"
              .formatted(lines.size() - SHOWN_REMARKS));
    }
    if (profile.duplicates() > 0) {
      console.progress(
          "some records are the same as an earlier one in every column; 'coterie profile' counts"
              + " them");
    }
  }
}

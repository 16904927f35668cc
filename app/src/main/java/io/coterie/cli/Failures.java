package io.coterie.cli;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.NearestName;
import io.coterie.PeerText;
import io.coterie.method.Methods;
import io.coterie.secure.SecureSumException;
import io.coterie.terminal.Ansi;
import io.coterie.terminal.Console;
import io.coterie.terminal.Terminal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Tells what went wrong, without a stack trace, and chooses the exit code. */
record Failures(Terminal terminal, boolean json, boolean colours, boolean stacktrace) {
  private static final int MOST_CHARACTERS = 20_000;
  private static final int MOST_CAUSES = 10;
  private static final String INDENT = "       ";
  private static final String ITEM = INDENT + "- ";

  /** Looks at the words alone: they may not be valid options. */
  static Failures of(String[] args, Terminal terminal) {
    List<String> words = Arrays.asList(args);
    int format = words.lastIndexOf("--format");
    boolean json =
        words.contains("--format=json")
            || (format >= 0 && format + 1 < words.size() && words.get(format + 1).equals("json"));
    boolean colours =
        terminal.errIsScreen()
            && System.getenv("NO_COLOR") == null
            && !words.contains("--no-color");
    return new Failures(terminal, json, colours, words.contains("--stacktrace"));
  }

  int usage(ParameterException problem) {
    CommandLine command = problem.getCommandLine();
    String message = sentence(problem.getMessage().lines().findFirst().orElse(""));
    if (problem instanceof UnmatchedArgumentException unmatched) {
      try {
        requireMethod(command);
      } catch (CoterieException missing) {
        return failure(missing);
      }
      message = unmatched(unmatched, command);
    }
    String name = command.getCommandSpec().qualifiedName();
    return tell(ErrorCode.USAGE, List.of("%s See %s --help.".formatted(message, name)), problem);
  }

  /** Refuses a method that is not there: its options are not there either. */
  private static void requireMethod(CommandLine command) {
    OptionSpec method = command.getCommandSpec().findOption("--method");
    if (method != null && method.getValue() instanceof String name) {
      Methods.named(name);
    }
  }

  private static String unmatched(UnmatchedArgumentException problem, CommandLine command) {
    String word = problem.getUnmatched().get(0);
    String name = word.replaceFirst("=.*", "");
    boolean isOption = word.startsWith("-");
    List<String> valid = new ArrayList<>(command.getSubcommands().keySet());
    if (isOption) {
      valid.clear();
      command.getCommandSpec().options().stream().map(OptionSpec::longestName).forEach(valid::add);
    }
    String what = isOption ? "option" : command.getSubcommands().isEmpty() ? "argument" : "command";
    return "There is no %s %s.%s".formatted(what, name, NearestName.hint(name, valid));
  }

  int failure(Throwable problem) {
    for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
      if (cause instanceof CoterieException known) {
        return tell(known.code(), known.lines(), problem);
      }
      if (cause instanceof SecureSumException known) {
        return tell(known.code(), List.of(known.getMessage()), problem);
      }
      if (cause instanceof OutOfMemoryError) {
        return tell(
            ErrorCode.INTERNAL,
            List.of(
                ("The heap of %d MB is too small for this run. Raise it, for example with"
                        + " COTERIE_JAVA_OPTS=-Xmx8g, or give fewer records.")
                    .formatted(Runtime.getRuntime().maxMemory() >> 20)),
            problem);
      }
    }
    // The message of an unknown problem could show a record, so only its kind is told.
    return tell(
        ErrorCode.INTERNAL,
        List.of(
            "Something went wrong that should not (%s). Run it again with --stacktrace and report it."
                .formatted(problem.getClass().getSimpleName())),
        problem);
  }

  private record Failure(String code, String message, String docs) {}

  /** Each line by itself is one: a text of somebody else in it cannot begin another. */
  private int tell(ErrorCode code, List<String> lines, Throwable problem) {
    String docs = "docs/errors.md#" + code.anchor();
    if (json) {
      Failure failure = new Failure(code.name(), String.join(" ", lines), docs);
      terminal.out().print(Console.document(failure, code.exitCode()));
      terminal.out().flush();
    } else {
      for (int i = 0; i < lines.size(); i++) {
        boolean isItem = i > 0 && i < lines.size() - 1;
        String before = i == 0 ? Ansi.RED.on("error:", colours) + " " : isItem ? ITEM : INDENT;
        terminal.err().println(before + PeerText.line(lines.get(i), MOST_CHARACTERS));
      }
      terminal
          .err()
          .println("       %s, exit code %d, see %s".formatted(code, code.exitCode(), docs));
    }
    if (stacktrace) {
      printStack(problem);
    }
    terminal.err().flush();
    return code.exitCode();
  }

  /** Unlike Java's own, without line feeds of a message, which could look like lines of ours. */
  private void printStack(Throwable problem) {
    String before = "";
    int causes = 0;
    for (Throwable each = problem; each != null && causes++ < MOST_CAUSES; each = each.getCause()) {
      terminal.err().println(before + PeerText.line(each.toString(), MOST_CHARACTERS));
      for (StackTraceElement frame : each.getStackTrace()) {
        terminal.err().println("\tat " + frame);
      }
      before = "Caused by: ";
    }
  }

  private static String sentence(String message) {
    return message.endsWith(".") ? message : message + ".";
  }
}

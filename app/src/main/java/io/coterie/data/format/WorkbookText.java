package io.coterie.data.format;

import io.coterie.CoterieException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Text in a workbook's XML. */
final class WorkbookText {
  private static final int LONGEST_CELL = 1 << 20;

  /** Signs that XML cannot hold are written as _x000D_. */
  private static final Pattern ESCAPED = Pattern.compile("_x([0-9A-Fa-f]{4})_");

  private WorkbookText() {}

  /** Reads an element to its end and returns the text of all its runs, without how it is spoken. */
  static String read(String source, XMLStreamReader xml) throws XMLStreamException {
    StringBuilder text = new StringBuilder();
    int depth = 1;
    int spoken = 0;
    boolean isText = false;
    while (depth > 0) {
      int event = xml.next();
      if (event == XMLStreamConstants.START_ELEMENT) {
        depth++;
        spoken += xml.getLocalName().equals("rPh") ? 1 : 0;
        isText = xml.getLocalName().equals("t");
      } else if (event == XMLStreamConstants.END_ELEMENT) {
        depth--;
        spoken -= xml.getLocalName().equals("rPh") ? 1 : 0;
        isText = false;
      } else if (isText && spoken == 0 && xml.hasText()) {
        append(source, text, xml);
      }
    }
    return unescaped(text.toString()).strip();
  }

  /** Reads an element that holds nothing but text to its end. */
  static String readPlain(String source, XMLStreamReader xml) throws XMLStreamException {
    StringBuilder text = new StringBuilder();
    while (xml.next() != XMLStreamConstants.END_ELEMENT) {
      if (xml.hasText()) {
        append(source, text, xml);
      }
    }
    return text.toString().strip();
  }

  static String unescaped(String text) {
    if (!text.contains("_x")) {
      return text;
    }
    Matcher matcher = ESCAPED.matcher(text);
    return matcher.replaceAll(
        found ->
            Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(found.group(1), 16))));
  }

  private static void append(String source, StringBuilder text, XMLStreamReader xml) {
    if (text.length() + xml.getTextLength() > LONGEST_CELL) {
      throw CoterieException.badData(
          "%s has a cell of more than %d characters. Is it a table?"
              .formatted(source, LONGEST_CELL));
    }
    text.append(xml.getTextCharacters(), xml.getTextStart(), xml.getTextLength());
  }
}

package io.coterie.data.format;

import io.coterie.CoterieException;
import io.coterie.data.ColumnNames;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.io.Reader;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * The parts of an Excel workbook (ECMA-376, both its namespaces): a zip of XML files. No part may
 * unpack to far more than it is packed, and no XML may bring a document type, so that a small file
 * stays small.
 *
 * <p>Not thread-safe.
 */
final class Workbook implements Closeable {
  private static final String FIRST_PART = "xl/workbook.xml";
  private static final long ALWAYS_UNPACKED = 64L << 20;
  private static final int MOST_UNPACKED = 200; // times the packed size; tables have 5 to 50
  private static final long MOST_SHARED = 1L << 28; // characters

  private final String name;
  private final long size;
  private final ZipFile zip;
  private final Map<String, String> parts = new HashMap<>(); // by id and by last word of the type

  /** A sheet's name and where its cells are. */
  record Sheet(String name, String part, boolean isHidden) {}

  private Workbook(String name, long size, ZipFile zip) {
    this.name = name;
    this.size = size;
    this.zip = zip;
  }

  static Workbook open(SourceFile file) throws IOException {
    ZipFile zip;
    try {
      zip = new ZipFile(file.path().toFile());
    } catch (ZipException e) {
      throw damaged(file.name());
    }
    Workbook book = new Workbook(file.name(), file.storedSize(), zip);
    try {
      book.checkIsWorkbook();
      book.readRelations();
      return book;
    } catch (IOException | CoterieException e) {
      zip.close();
      throw e;
    }
  }

  private void checkIsWorkbook() {
    if (zip.getEntry(FIRST_PART) != null) {
      return;
    }
    String what;
    if (zip.getEntry("xl/workbook.bin") != null) {
      what = "is a binary Excel workbook (.xlsb), which is not read. Save it as .xlsx or CSV.";
    } else if (zip.getEntry("word/document.xml") != null) {
      what = "is a Word document. Export the table as CSV or Excel (.xlsx).";
    } else if (zip.getEntry("content.xml") != null) {
      what = "is an OpenDocument file (.ods), which is not read. Save it as .xlsx or CSV.";
    } else {
      what = "is a zip archive. Unpack it and give one of its files.";
    }
    throw CoterieException.badData("%s %s".formatted(name, what));
  }

  private void readRelations() throws IOException {
    read(
        "xl/_rels/workbook.xml.rels",
        xml -> {
          if (xml.getLocalName().equals("Relationship")) {
            String target = attribute(xml, "Target").orElse("");
            String part = target.startsWith("/") ? target.substring(1) : "xl/" + target;
            String type = attribute(xml, "Type").orElse("");
            parts.put("id " + attribute(xml, "Id").orElse(""), part);
            parts.put(type.substring(type.lastIndexOf('/') + 1), part);
          }
        });
  }

  /** Returns the sheet of a name, or the first that is shown. */
  Sheet sheet(Optional<String> wanted) throws IOException {
    List<Sheet> sheets = sheets();
    if (wanted.isEmpty()) {
      return sheets.stream()
          .filter(sheet -> !sheet.isHidden())
          .findFirst()
          .orElseThrow(
              () ->
                  CoterieException.badData(
                      "%s has no sheet that is shown. Name one with --sheet.".formatted(name)));
    }
    List<String> names = sheets.stream().map(Sheet::name).toList();
    return sheets.stream()
        .filter(sheet -> sheet.name().equals(wanted.get()))
        .findFirst()
        .orElseThrow(
            () ->
                CoterieException.usage(
                    "%s has no sheet '%s'. Its sheets are %s."
                        .formatted(name, wanted.get(), ColumnNames.list(names))));
  }

  List<Sheet> sheets() throws IOException {
    List<Sheet> sheets = new ArrayList<>();
    read(
        FIRST_PART,
        xml -> {
          if (xml.getLocalName().equals("sheet")) {
            String part = parts.getOrDefault("id " + attribute(xml, "id").orElse(""), "");
            if (part.contains("worksheets/")) {
              sheets.add(
                  new Sheet(
                      attribute(xml, "name").orElse(""),
                      part,
                      !attribute(xml, "state").orElse("visible").equals("visible")));
            }
          }
        });
    return sheets;
  }

  /** Returns whether days are counted from 1904, as old Macintoshes did. */
  boolean isFrom1904() throws IOException {
    boolean[] found = {false};
    read(
        FIRST_PART,
        xml -> {
          if (xml.getLocalName().equals("workbookPr")) {
            String value = attribute(xml, "date1904").orElse("0");
            found[0] = value.equals("1") || value.equals("true");
          }
        });
    return found[0];
  }

  /** Returns the texts that cells refer to by number. */
  List<String> sharedTexts() throws IOException {
    List<String> texts = new ArrayList<>();
    long[] length = {0};
    if (parts.containsKey("sharedStrings")) {
      read(
          parts.get("sharedStrings"),
          xml -> {
            if (xml.getLocalName().equals("si")) {
              String text = WorkbookText.read(name, xml);
              length[0] += text.length() + 32;
              if (length[0] > MOST_SHARED) {
                throw CoterieException.badData(
                    "%s has too many texts for a workbook. Save the sheet as CSV.".formatted(name));
              }
              texts.add(text);
            }
          });
    }
    return texts;
  }

  /** Returns the formats of numbers by the number of a cell's style. */
  List<WorkbookFormat> formats() throws IOException {
    List<WorkbookFormat> formats = new ArrayList<>();
    Map<Integer, String> codes = new HashMap<>();
    boolean[] isOfCells = {false};
    if (parts.containsKey("styles")) {
      read(
          parts.get("styles"),
          xml -> {
            switch (xml.getLocalName()) {
              case "numFmt" ->
                  codes.put(number(xml, "numFmtId"), attribute(xml, "formatCode").orElse(""));
              case "cellXfs" -> isOfCells[0] = true;
              case "cellStyles", "dxfs" -> isOfCells[0] = false;
              case "xf" -> {
                if (isOfCells[0]) {
                  int id = number(xml, "numFmtId");
                  formats.add(WorkbookFormat.of(id, codes.get(id)));
                }
              }
              default -> {
                // Fonts, borders and the like.
              }
            }
          });
    }
    return formats;
  }

  private int number(XMLStreamReader xml, String attribute) {
    try {
      return Integer.parseInt(attribute(xml, attribute).orElse("0"));
    } catch (NumberFormatException e) {
      throw damaged(name);
    }
  }

  static Optional<String> attribute(XMLStreamReader xml, String local) {
    for (int i = 0; i < xml.getAttributeCount(); i++) {
      if (xml.getAttributeLocalName(i).equals(local)) {
        return Optional.of(xml.getAttributeValue(i));
      }
    }
    return Optional.empty();
  }

  /** Takes the beginnings of elements; it may read on to their ends. */
  interface Elements {
    void begin(XMLStreamReader xml) throws XMLStreamException;
  }

  /**
   * Returns the text of a part, which is UTF-8 or UTF-16 (ECMA-376). Of bytes that are neither,
   * Java's parser would print a line of its own.
   */
  private static Reader text(InputStream in) throws IOException {
    PushbackInputStream bytes = new PushbackInputStream(in, 3);
    byte[] start = bytes.readNBytes(3);
    String mark = HexFormat.of().formatHex(start);
    if (!mark.equals("efbbbf")) {
      bytes.unread(start);
    }
    boolean isWide = mark.startsWith("feff") || mark.startsWith("fffe");
    CharsetDecoder decoder =
        (isWide ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8)
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    return new InputStreamReader(bytes, decoder);
  }

  /** Reads a part element by element. */
  void read(String part, Elements elements) throws IOException {
    ZipEntry entry = zip.getEntry(part);
    if (entry == null) {
      throw damaged(name);
    }
    long packed = Math.min(size, Math.max(0, entry.getCompressedSize()));
    long most = Math.max(ALWAYS_UNPACKED, MOST_UNPACKED * packed);
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    try (InputStream in = new BoundedStream(name, zip.getInputStream(entry), most)) {
      XMLStreamReader xml = factory.createXMLStreamReader(text(in));
      while (xml.hasNext()) {
        int event = xml.next();
        if (event == XMLStreamConstants.DTD) {
          throw damaged(name);
        }
        if (event == XMLStreamConstants.START_ELEMENT) {
          elements.begin(xml);
        }
      }
    } catch (XMLStreamException | ZipException e) {
      if (e.getCause() instanceof CoterieException refusal) {
        throw refusal;
      }
      throw damaged(name);
    } catch (RuntimeException e) {
      // The parser wraps what its stream throws, and shows what it read in exceptions of its own.
      if (e instanceof CoterieException refusal) {
        throw refusal;
      }
      throw damaged(name);
    }
  }

  static CoterieException damaged(String name) {
    return CoterieException.badData(
        "%s is damaged, or no workbook. Open it in a spreadsheet program and save it again as .xlsx or CSV."
            .formatted(name));
  }

  @Override
  public void close() throws IOException {
    zip.close();
  }
}

package io.coterie.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Small workbooks that are not packed, so that a changed byte is a changed character. */
final class Workbooks {
  static final String SHEET =
      """
      <worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>
      <row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c><c r="B1" t="s"><v>0</v></c></row>
      <row r="2"><c r="A2"><v>1.5</v></c><c r="B2" s="1"><v>44000</v></c></row>
      <row r="3" hidden="1"><c r="A3"><f>A2+1</f><v>2.5</v></c><c r="B3" t="b"><v>1</v></c></row>
      <row r="5"><c r="A5" t="str"><v>3,5</v></c><c r="B5" t="e"><v>#N/A</v></c></row>
      </sheetData><mergeCells><mergeCell ref="D7:E8"/></mergeCells></worksheet>
      """;

  private static final String RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/";

  private Workbooks() {}

  /** Returns a workbook whose only sheet is made of these bytes. */
  static byte[] withSheet(byte[] sheet) {
    Map<String, byte[]> parts = new LinkedHashMap<>();
    parts.put(
        "xl/workbook.xml",
        """
        <workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"
          xmlns:r="%srelationships"><sheets><sheet name="one" sheetId="1" r:id="r1"/></sheets></workbook>
        """
            .formatted(RELATIONS)
            .getBytes(UTF_8));
    parts.put(
        "xl/_rels/workbook.xml.rels",
        """
        <Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
        <Relationship Id="r1" Type="%1$srelationships/worksheet" Target="worksheets/sheet1.xml"/>
        <Relationship Id="r2" Type="%1$srelationships/styles" Target="styles.xml"/>
        <Relationship Id="r3" Type="%1$srelationships/sharedStrings" Target="sharedStrings.xml"/>
        </Relationships>
        """
            .formatted(RELATIONS)
            .getBytes(UTF_8));
    parts.put(
        "xl/styles.xml",
        """
        <styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
        <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>
        """
            .getBytes(UTF_8));
    parts.put(
        "xl/sharedStrings.xml",
        """
        <sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>b</t></si></sst>
        """
            .getBytes(UTF_8));
    parts.put("xl/worksheets/sheet1.xml", sheet);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      zip.setMethod(ZipOutputStream.STORED);
      for (Map.Entry<String, byte[]> part : parts.entrySet()) {
        CRC32 sum = new CRC32();
        sum.update(part.getValue());
        ZipEntry entry = new ZipEntry(part.getKey());
        entry.setSize(part.getValue().length);
        entry.setCrc(sum.getValue());
        zip.putNextEntry(entry);
        zip.write(part.getValue());
        zip.closeEntry();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}

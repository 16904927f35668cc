/** What leaves a site, field by field from the bytes, with what protects each field. */
package io.coterie.report.manifest;

/** The profile of the columns of all sites, as a document, text and a page. */
package io.coterie.report.profile;

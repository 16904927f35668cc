/**
 * What the owner of a site's records agrees to: the same words in a terminal, on a page and in the
 * file that is kept. Nothing of a record is in it.
 */
package io.coterie.report.agreement;

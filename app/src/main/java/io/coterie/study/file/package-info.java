/**
 * The text of a study: YAML to a study and back, with line numbers in every error, and the
 * canonical form whose hash all sites compare.
 */
package io.coterie.study.file;

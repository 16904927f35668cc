/**
 * Readers of file formats (separated text, Parquet and SQL by DuckDB, IDX) and the sinks that their
 * records go to. Errors name the line and the column, never a value.
 */
package io.coterie.data.format;

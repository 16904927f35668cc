/** The commands on study files. */
package io.coterie.cli.study;

/** JSON in one place: the mapper that every file and page uses, and the form of message fields. */
package io.coterie.json;

/** What a site does with its own records, up to the gate that lets a message out. */
package io.coterie.site;

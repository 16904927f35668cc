#!/usr/bin/env Rscript
# Writes tables that had no part in any choice of a method, for `coterie bench tables --folder DIR`.
#
#   Rscript bench/heldout-tables.R DIR
#
# Debian: r-cran-modeldata r-cran-cardata r-cran-aer r-cran-kernlab r-cran-hsaur3 r-cran-mass
#         r-cran-rpart python3-sklearn
#
# The rule, fixed before any of them was run: data sets of these packages whose documentation names
# groups, with 90 to 10,000 records and 3 to 200 columns beside them, that no list of the benchmark
# holds. Factors are categories, ordered factors their ranks, all else numbers. Columns are left out
# only if they are names of records or the group is made from them.

folder <- commandArgs(trailingOnly = TRUE)
if (length(folder) != 1) stop("Name one folder: heldout-tables.R DIR")
dir.create(folder, showWarnings = FALSE, recursive = TRUE)
entries <- character()

export <- function(name, table, class, group, ignore = character(), category = character()) {
  table <- as.data.frame(table)
  truth <- table[[class]]
  table <- table[!is.na(truth), !(names(table) %in% c(class, ignore)), drop = FALSE]
  names(table) <- gsub("[^A-Za-z0-9_]", "_", names(table))
  levels <- vapply(table, function(x) (is.factor(x) && !is.ordered(x)) || is.character(x), TRUE)
  levels <- union(names(table)[levels], category)
  for (j in names(table)) if (is.ordered(table[[j]]) || is.logical(table[[j]])) {
    table[[j]] <- as.integer(table[[j]])
  }
  table$class <- paste0("g", as.integer(factor(truth[!is.na(truth)])))
  write.csv(table, file.path(folder, paste0(name, ".csv")), row.names = FALSE, na = "")
  quoted <- paste0("\"", levels, "\"", collapse = ", ")
  entries <<- c(entries, sprintf(
    "    {\"name\": \"%s\", \"group\": \"%s\", \"category\": [%s], \"ignore\": []}",
    name, group, if (length(levels)) quoted else ""))
}

of <- function(package, set, object = set) {
  place <- new.env()
  data(list = set, package = package, envir = place)
  get(object, place)
}

export("attrition", of("modeldata", "attrition"), "Attrition", "mixed")
export("credit", of("modeldata", "credit_data"), "Status", "mixed")
export("mlcchurn", of("modeldata", "mlc_churn"), "churn", "mixed")
export("wachurn", of("modeldata", "wa_churn"), "churn", "mixed")
export("hpc", of("modeldata", "hpc_data"), "class", "mixed")
export("adproteins", of("modeldata", "ad_data"), "Class", "mixed")
export("lending", of("modeldata", "lending_club"), "Class", "mixed")
export("stackoverflow", of("modeldata", "stackoverflow"), "Remote", "mixed")
export("titanic", of("carData", "TitanicSurvival"), "survived", "mixed")
export("beps", of("carData", "BEPS"), "vote", "mixed")
export("chile", of("carData", "Chile"), "vote", "mixed")
export("mroz", of("carData", "Mroz"), "lfp", "mixed")
export("creditcard", of("AER", "CreditCard"), "card", "mixed")
export("hmda", of("AER", "HMDA"), "deny", "mixed")
export("promoter", of("kernlab", "promotergene"), "Class", "mixed")
export("stagec", of("rpart", "stagec"), "pgstat", "mixed", ignore = "pgtime")
export("birthwt", of("MASS", "birthwt"), "low", "mixed", ignore = "bwt", category = "race")
export("spam", of("kernlab", "spam"), "type", "numeric")
export("musk", of("kernlab", "musk"), "Class", "numeric")
export("cells", of("modeldata", "cells"), "class", "numeric", ignore = "case")
export("oils", of("modeldata", "oils"), "class", "numeric")
export("skulls", of("HSAUR3", "skulls"), "epoch", "numeric")

for (set in c("wine", "digits")) {
  file <- file.path(folder, paste0(set, ".csv"))
  code <- paste0("from sklearn.datasets import load_", set, " as load; import numpy as np; d = load(); ",
    "np.savetxt(\"", file, "\", np.column_stack([d.data, d.target]), delimiter=\",\", fmt=\"%.10g\")")
  if (system2("python3", c("-c", shQuote(code))) != 0) stop("python3 with sklearn is needed")
  records <- read.csv(file, header = FALSE)
  names(records)[ncol(records)] <- "target"
  export(set, records, "target", "numeric")
}

writeLines(c("{", "  \"class_column\": \"class\",", "  \"tables\": [",
  paste(entries, collapse = ",\n"), "  ]", "}"), file.path(folder, "tables.json"))

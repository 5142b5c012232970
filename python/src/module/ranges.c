/* Where the rows lie that meet conditions. */
#include <string.h>

#include "layout.h"
#include "splits.h"

enum { ITEMS_BETWEEN_CHECKS = 1 << 14 }; /* for signals */

/* The conditions of a call: a sequence of (name, comparison, values), and those of a text. */
struct conditions {
  const struct module_state *state;
  PyObject *items; /* a tuple of those tuples */
  size_t count;    /* of items; then of all */
  rowkey_condition *conditions;
  rowkey_value *values; /* of all of them … */
  PyObject **held;      /* … and what they point into */
  size_t value_count;
  rowkey_conditions *parsed; /* of the text; or NULL */
};

static PyObject *item_name(const struct conditions *all, size_t i) {
  return PyTuple_GetItem(PyTuple_GetItem(all->items, (Py_ssize_t)i), 0);
}

/* A tuple. */
static PyObject *item_values(const struct conditions *all, size_t i) {
  return PyTuple_GetItem(PyTuple_GetItem(all->items, (Py_ssize_t)i), 2);
}

static bool read_comparison(PyObject *text, rowkey_comparison *comparison) {
  static const struct {
    const char *text;
    rowkey_comparison comparison;
  } table[] = {{"=", ROWKEY_EQUAL},        {"<", ROWKEY_LESS},           {"<=", ROWKEY_LESS_EQUAL},
               {">", ROWKEY_GREATER},      {">=", ROWKEY_GREATER_EQUAL}, {"begins", ROWKEY_BEGINS_WITH},
               {"is null", ROWKEY_IS_NULL}};
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
    if (PyUnicode_CompareWithASCIIString(text, table[i].text) != 0) continue;
    *comparison = table[i].comparison;
    return true;
  }
  PyErr_Format(PyExc_ValueError, "%R is not a comparison (expected =, <, <=, >, >=, begins or is null)",
               text);
  return false;
}

/* The variant for the types of the values. Of several values of a column the first one tells. */
static const struct variant *find_variant(struct layout_object *layout, const struct conditions *all) {
  if (!layout->implied) return layout->main;
  PyObject **names = PyMem_Calloc(2 * all->count + 1, sizeof *names), **kinds = names + all->count;
  if (names == NULL) {
    PyErr_NoMemory();
    return NULL;
  }
  size_t count = 0;
  for (size_t i = 0; i < all->count && !PyErr_Occurred(); i++) {
    PyObject *values = item_values(all, i);
    size_t known = 0;
    while (known < count && PyUnicode_Compare(names[known], item_name(all, i)) != 0) known++;
    if (known < count || PyTuple_Size(values) == 0) continue;
    names[count] = item_name(all, i);
    kinds[count] = kind_of_value(layout->state, PyTuple_GetItem(values, 0));
    count += kinds[count] != NULL;
  }
  const struct variant *variant = PyErr_Occurred() ? NULL : layout_for_kinds(layout, names, kinds, count);
  for (size_t i = 0; i < count; i++) Py_XDECREF(kinds[i]);
  PyMem_Free(names);
  return variant;
}

static bool read_condition(struct conditions *all, const struct variant *variant, size_t i) {
  PyObject *name = item_name(all, i), *values = item_values(all, i);
  PyObject *comparison = PyTuple_GetItem(PyTuple_GetItem(all->items, (Py_ssize_t)i), 1);
  rowkey_condition *condition = &all->conditions[i];
  if (!read_comparison(comparison, &condition->comparison)) return false;
  condition->column = variant_find(variant, name);
  if (condition->column == ROWKEY_NONE) {
    PyErr_Format(PyExc_ValueError, "the layout has no column %R", name);
    return false;
  }
  condition->values = &all->values[all->value_count];
  condition->value_count = (size_t)PyTuple_Size(values);
  for (size_t k = 0; k < condition->value_count; k++) {
    PyObject *value = PyTuple_GetItem(values, (Py_ssize_t)k);
    if (!column_read(all->state, &variant->columns[condition->column], value, 0,
                     &all->values[all->value_count], &all->held[all->value_count]))
      return false;
    all->value_count++;
    if (k % ITEMS_BETWEEN_CHECKS == ITEMS_BETWEEN_CHECKS - 1 && PyErr_CheckSignals() != 0) return false;
  }
  return true;
}

/* Adds the conditions of the text, whose values are as the columns' types write them. */
static bool add_text(struct conditions *all, const struct variant *variant, PyObject *text) {
  char *bytes;
  Py_ssize_t length;
  if (PyBytes_AsStringAndSize(text, &bytes, &length) != 0) return false;
  const rowkey_column_type **types = PyMem_Calloc(variant->count + 1, sizeof *types);
  if (types == NULL) return PyErr_NoMemory() != NULL;
  for (size_t i = 0; i < variant->count; i++) types[i] = variant->columns[i].schema.declared;
  rowkey_error error;
  all->parsed = rowkey_conditions_parse(variant->layout, types, bytes, (size_t)length, &error);
  PyMem_Free(types);
  if (all->parsed == NULL) return raise_condition_error(all->state, &error) != NULL;
  const size_t count = all->count + all->parsed->count;
  rowkey_condition *conditions = PyMem_Realloc(all->conditions, (count + 1) * sizeof *conditions);
  if (conditions == NULL) return PyErr_NoMemory() != NULL;
  all->conditions = conditions;
  memcpy(conditions + all->count, all->parsed->conditions, all->parsed->count * sizeof *conditions);
  all->count = count;
  return true;
}

/* Checks the conditions' forms, and makes room for them. */
static bool prepare(struct conditions *all) {
  size_t values = 0;
  for (size_t i = 0; i < all->count; i++) {
    PyObject *name, *comparison, *of_condition;
    if (!PyArg_ParseTuple(PyTuple_GetItem(all->items, (Py_ssize_t)i), "UUO!", &name, &comparison,
                          &PyTuple_Type, &of_condition))
      return false;
    values += (size_t)PyTuple_Size(item_values(all, i));
  }
  all->conditions = PyMem_Calloc(all->count + 1, sizeof *all->conditions);
  all->values = PyMem_Calloc(values + 1, sizeof *all->values);
  all->held = PyMem_Calloc(values + 1, sizeof *all->held);
  if (all->conditions != NULL && all->values != NULL && all->held != NULL) return true;
  PyErr_NoMemory();
  return false;
}

static void release(struct conditions *all) {
  for (size_t i = 0; all->held != NULL && i < all->value_count; i++) Py_XDECREF(all->held[i]);
  PyMem_Free(all->conditions);
  PyMem_Free(all->values);
  PyMem_Free(all->held);
  rowkey_conditions_free(all->parsed);
}

/* ([(start, stop, is_key, region)], exact, names of the columns to filter by) */
static PyObject *result_of(const struct variant *variant, const rowkey_ranges *ranges) {
  PyObject *list = PyList_New(0), *filter = PyList_New(0);
  for (size_t i = 0; list != NULL && filter != NULL && i < ranges->count; i++) {
    const rowkey_range *range = &ranges->ranges[i];
    if (i % ITEMS_BETWEEN_CHECKS == ITEMS_BETWEEN_CHECKS - 1 && PyErr_CheckSignals() != 0) {
      Py_CLEAR(list);
      break;
    }
    PyObject *region = range->region == ROWKEY_NONE ? none() : PyLong_FromSize_t(range->region);
    list = append(list, Py_BuildValue("(y#y#NN)", range->start, (Py_ssize_t)range->start_size, range->stop,
                                      (Py_ssize_t)range->stop_size, PyBool_FromLong(range->is_key), region));
  }
  for (size_t i = 0; list != NULL && filter != NULL && i < variant->count; i++)
    if (ranges->filter[i]) filter = append(filter, Py_NewRef(variant->columns[i].name));
  if (list != NULL && filter != NULL)
    return Py_BuildValue("(NNN)", list, PyBool_FromLong(ranges->exact), filter);
  Py_XDECREF(list);
  Py_XDECREF(filter);
  return NULL;
}

static rowkey_ranges *find(const struct variant *variant, const struct conditions *all, size_t most,
                           const rowkey_splits *splits, rowkey_error *error) {
  struct interrupt interrupt;
  interrupt_begin(&interrupt);
  rowkey_ranges *ranges = rowkey_ranges_find_while(variant->layout, all->conditions, all->count, most,
                                                   interrupt_check, &interrupt, error);
  if (ranges != NULL && splits != NULL) {
    rowkey_ranges *cut = rowkey_ranges_cut(ranges, splits, error);
    rowkey_ranges_free(ranges);
    ranges = cut;
  }
  interrupt_end(&interrupt);
  return ranges;
}

/* _ranges(text: bytes | None, conditions: tuple[tuple[str, str, tuple], …], most: int, splits: Splits | None)
 */
PyObject *layout_ranges(PyObject *self, PyObject *arguments) {
  struct layout_object *layout = (struct layout_object *)self;
  struct conditions all = {.state = layout->state};
  Py_ssize_t most;
  PyObject *text, *cut_at, *result = NULL;
  if (!PyArg_ParseTuple(arguments, "OO!nO:_ranges", &text, &PyTuple_Type, &all.items, &most, &cut_at))
    return NULL;
  const rowkey_splits *splits = cut_at == Py_None ? NULL : splits_of(layout->state, cut_at);
  if (splits == NULL && cut_at != Py_None) return NULL;
  all.count = (size_t)PyTuple_Size(all.items);
  const struct variant *variant = prepare(&all) ? find_variant(layout, &all) : NULL;
  bool good = variant != NULL;
  for (size_t i = 0; good && i < all.count; i++) good = read_condition(&all, variant, i);
  if (good && text != Py_None) good = add_text(&all, variant, text);
  if (good) {
    rowkey_error error;
    rowkey_ranges *ranges = find(variant, &all, (size_t)most, splits, &error);
    result =
        ranges != NULL ? result_of(variant, ranges) : raise_library_error(layout->state, &error, NULL, 0);
    rowkey_ranges_free(ranges);
  }
  release(&all);
  return result;
}

# Pictures of figures, and the data of their plots. In the same namespace as
# results.py, whose functions it calls.

# One that was shown is closed, as a person closes a window; the last
# can still be saved by name of pyplot, as where nothing is shown.
class Shown:
    def __init__(self):
        self.marks, self.last = None, None

    def add(self, figure):
        if self.marks is None:
            from weakref import WeakSet
            self.marks = WeakSet()
        self.marks.add(figure)

    def __contains__(self, figure):
        return self.marks is not None and figure in self.marks


shown = Shown()


def draw(figure):
    shown.add(figure)
    from io import BytesIO
    out = BytesIO()
    figure.savefig(out, format="png", bbox_inches="tight")
    return out.getvalue()


def show_figures():
    managers = sys.modules["matplotlib._pylab_helpers"].Gcf
    for manager in managers.get_all_fig_managers():
        figure = manager.canvas.figure
        if figure not in shown and len(figure.get_children()) > 1:
            emit(figure)
        shown.last = figure
        managers.destroy(manager.num)


def hook_pyplot(pyplot):
    from functools import wraps
    managers = sys.modules["matplotlib._pylab_helpers"].Gcf
    axes = sys.modules["matplotlib.axes"].Axes
    show, savefig, bxp = pyplot.show, pyplot.savefig, axes.bxp

    @wraps(show)
    def show_now(*given, **named):
        if pyplot.get_backend().lower() != "agg" or \
                posix.getpid() != later.pid:
            return show(*given, **named)
        pyplot.savefig = save_last
        later.show("show_figures")

    @wraps(savefig)
    def save_last(*given, **named):
        if shown.last is not None and not managers.get_all_fig_managers():
            return shown.last.savefig(*given, **named)
        return savefig(*given, **named)

    # What a box stands for, before it is lines.
    @wraps(bxp)
    def keep_boxes(self, stats, *given, **named):
        made = bxp(self, stats, *given, **named)
        kept = self.__dict__.setdefault("_boxes_of_results", [])
        kept.append(([dict(one) for one in stats], made))
        return made

    pyplot.show, axes.bxp = show_now, keep_boxes


# The data of a figure's plots, in the shapes that E2B's clients read.
class Points:
    left = POINTS

    def take(self, n):
        self.left -= n
        if self.left < 0:
            raise ValueError("left out: more than %d points" % POINTS)


def converter(axis):
    get = getattr(axis, "get_converter", None)
    return type(get() if get is not None else axis.converter).__name__


def is_category(axis):
    return converter(axis).startswith("StrCategory")


def is_date(axis):
    return "Date" in converter(axis)


def scale(axis):
    return "categorical" if is_category(axis) else "datetime" \
        if is_date(axis) else axis.get_scale()


# What numbers on an axis stand for.
def meant(axis, numbers):
    numbers = [float(n) for n in numbers]
    if is_category(axis):
        names = {at: name for name, at in axis.units._mapping.items()}
        return [plain(names.get(n, n)) for n in numbers]
    if is_date(axis):
        from matplotlib.dates import num2date
        return [num2date(n).replace(tzinfo=None).isoformat() for n in numbers]
    return [plain(n) for n in numbers]


def given(axis, numbers):
    if is_category(axis) or is_date(axis):
        return meant(axis, axis.convert_units(numbers))
    return plain([getattr(x, "item", lambda x=x: x)() for x in list(numbers)])


def unit(label):
    at, end = label.rfind("("), label.rfind(")")
    return label[at + 1:end] if -1 < at < end else None


def frame(ax, kind, points=False):
    found = {"type": kind, "title": ax.get_title() or None}
    if kind == "pie":
        return found
    for name, axis in ("x", ax.xaxis), ("y", ax.yaxis):
        text = axis.get_label().get_text()
        found[name + "_label"] = text or None
        found[name + "_unit"] = unit(text)
        if points:
            ticks = axis.get_majorticklocs()
            found[name + "_ticks"] = meant(axis, ticks[:200])
            found[name + "_tick_labels"] = [
                t.get_text() for t in axis.get_ticklabels()[:200]]
            found[name + "_scale"] = scale(axis)
    return found


def label(artist, otherwise=""):
    text = artist.get_label()
    return text if isinstance(text, str) and text[:1] != "_" else otherwise


# Names along the axis that bars stand on: its categories, or set by hand, when
# several may stand around one.
def names_at(axis):
    names = []
    if not is_category(axis) and type(axis.get_major_formatter()).__name__ in (
            "FixedFormatter", "FuncFormatter"):
        names = [(float(at), tick.get_text()) for at, tick in zip(
            axis.get_majorticklocs(), axis.get_ticklabels())]

    def name(n):
        near = min(names, key=lambda one: abs(one[0] - n), default=None)
        if near is not None and abs(near[0] - n) < 0.5 and near[1]:
            return near[1]
        return str(meant(axis, [n])[0])
    return name


def bars(ax, points):
    from matplotlib.container import BarContainer
    made = []
    for number, group in enumerate(
            c for c in ax.containers if isinstance(c, BarContainer)):
        points.take(len(group))
        lying = getattr(group, "orientation", "vertical") == "horizontal"
        name = names_at(ax.yaxis if lying else ax.xaxis)
        for bar in group:
            middle = bar.get_y() + bar.get_height() / 2 if lying else \
                bar.get_x() + bar.get_width() / 2
            made.append({"label": name(float(middle)),
                         "group": label(group, "Group %d" % number),
                         "value": plain(float(bar.get_width() if lying else
                                              bar.get_height()))})
    return made and dict(frame(ax, "bar"), elements=made)


def pies(ax, points):
    from matplotlib.patches import Wedge
    made = [{"label": label(w), "angle": round(float(abs(w.theta2 - w.theta1)), 4),
             "radius": plain(float(w.r))}
            for w in ax.patches if isinstance(w, Wedge)]
    points.take(len(made))
    return made and dict(frame(ax, "pie"), elements=made)


def boxes(ax, points, lines):
    made = []
    for stats, artists in ax.__dict__.get("_boxes_of_results", ()):
        if not any(m in ax.lines for m in artists["medians"]):
            continue        # cleared since
        for several in artists.values():
            lines.difference_update(several)
        for median, one in zip(artists["medians"], stats):
            points.take(5 + len(one.get("fliers", ())))
            x, y = median.get_data()
            made.append({
                "label": names_at(ax.xaxis)(sum(x) / 2) if y[0] == y[1] else
                names_at(ax.yaxis)(sum(y) / 2),
                "min": one["whislo"], "first_quartile": one["q1"],
                "median": one["med"], "third_quartile": one["q3"],
                "max": one["whishi"],
                "outliers": list(one.get("fliers", ()))})
    return made and dict(frame(ax, "box_and_whisker"), elements=plain(made))


def series(ax, artists, points, get):
    made = []
    for artist in artists:
        x, y = get(artist)
        points.take(len(x))
        made.append({"label": label(artist),
                     "points": [list(p) for p in zip(x, y)]})
    return made


def plots(ax, points):
    from matplotlib.collections import PathCollection
    lines = set(ax.lines)
    found = [pies(ax, points), boxes(ax, points, lines), bars(ax, points)]
    # Of a line across the axes the ends are parts of them; error bars have
    # caps, without data of their own.
    lines = [line for line in ax.lines if line in lines and
             line.get_transform().contains_branch(ax.transData) and
             len(line.get_xdata()) > 0 and
             (line.get_linestyle() != "None" or
              line.get_marker() not in ("|", "_"))
             and line.get_transform() == ax.transData]
    made = series(ax, lines, points, lambda line: (
        given(ax.xaxis, line.get_xdata(orig=True)),
        given(ax.yaxis, line.get_ydata(orig=True))))
    found.append(made and dict(frame(ax, "line", True), elements=made))
    made = series(ax, [c for c in ax.collections
                       if isinstance(c, PathCollection)], points,
                  lambda dots: (meant(ax.xaxis, dots.get_offsets()[:, 0]),
                                meant(ax.yaxis, dots.get_offsets()[:, 1])))
    found.append(made and dict(frame(ax, "scatter", True), elements=made))
    return [one for one in found if one]


def chart(figure):
    points, found = Points(), []
    for ax in figure.axes:
        if ax.get_visible() and ax.get_label() != "<colorbar>":
            found += plots(ax, points)
    if not found and figure.axes:
        return {"type": "unknown", "elements": [],
                "title": figure.axes[0].get_title()}
    if len(found) < 2:
        return found[0] if found else None
    title = getattr(figure, "_suptitle", None)
    return {"type": "superchart", "elements": found,
            "title": title.get_text() if title is not None else None}

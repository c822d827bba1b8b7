#include "signatures.h"

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/util.h"
#include "../fold/foldcall.h"
#include "../judge.h"

/*
 * callee, then its positional parameters in order. A letter behind a colon
 * says what it is (see signatures.h); `self` stands for a method's object.
 */
struct row {
	char	callee[48], parameters[160];
};

static const struct row table[] = {
	{ "PIL.Image.open", "fp:o mode:m" },
	{ "PIL.ImageFont.load", "filename:r" },
	{ "PIL.ImageFont.load_path", "filename:r" },
	{ "PIL.ImageFont.truetype", "font:r" },
	{ "_io.open", "file:o mode:m" },
	{ "aiohttp.request", "method url:h" },
	{ "argparse.ArgumentParser.parse_args", "args namespace" },
	{ "argparse.ArgumentParser.parse_intermixed_args", "args namespace" },
	{ "argparse.ArgumentParser.parse_known_args", "args namespace" },
	{ "argparse.FileType.__call__", "string:w" },
	{ "asyncio.open_connection", "host:h" },
	{ "bz2.BZ2File", "filename:o mode:m" },
	{ "bz2.open", "filename:o mode:m" },
	{ "codecs.open", "filename:o mode:m" },
	{ "configparser.ConfigParser.read", "filenames:r" },
	{ "contextlib.chdir", "path:r" },
	{ "dateutil.tz.gettz", "name:r" },
	{ "dateutil.tz.tzfile", "fileobj:r" },
	{ "dateutil.tz.tzical", "fileobj:r" },
	{ "filecmp.cmp", "f1:r f2:r" },
	{ "filecmp.cmpfiles", "a:r b:r common:j" },
	{ "filecmp.dircmp", "a:r b:r" },
	{ "ftplib.FTP", "host:h" },
	{ "functools.update_wrapper", "wrapper wrapped assigned updated" },
	{ "functools.wraps", "wrapped assigned updated" },
	{ "glob.glob", "pathname:g root_dir:r" },
	{ "glob.iglob", "pathname:g root_dir:r" },
	{ "gzip.GzipFile", "filename:o mode:m" },
	{ "gzip.open", "filename:o mode:m" },
	{ "http.client.HTTPConnection", "host:h" },
	{ "http.client.HTTPSConnection", "host:h" },
	{ "httpx.delete", "url:h" },
	{ "httpx.get", "url:h" },
	{ "httpx.head", "url:h" },
	{ "httpx.options", "url:h" },
	{ "httpx.patch", "url:h" },
	{ "httpx.post", "url:h" },
	{ "httpx.put", "url:h" },
	{ "httpx.request", "method url:h" },
	{ "httpx.stream", "method url:h" },
	{ "imageio.imread", "uri:r" },
	{ "imageio.imwrite", "uri:w" },
	{ "io.FileIO", "file:o mode:m" },
	{ "io.open",
	    "file:o mode:m buffering encoding errors newline closefd opener" },
	{ "joblib.Parallel",
	    "n_jobs backend verbose timeout pre_dispatch batch_size"
	    " temp_folder:w" },
	{ "joblib.dump", "value filename:w" },
	{ "joblib.load", "filename:r" },
	{ "json.dump", "obj fp" },
	{ "logging.FileHandler", "filename:w" },
	{ "logging.basicConfig", "filename:w" },
	{ "logging.handlers.RotatingFileHandler", "filename:w" },
	{ "logging.handlers.TimedRotatingFileHandler", "filename:w" },
	{ "logging.handlers.WatchedFileHandler", "filename:w" },
	{ "lzma.LZMAFile", "filename:o mode:m" },
	{ "lzma.open", "filename:o mode:m" },
	{ "matplotlib.animation.HTMLWriter.saving",
	    "fig outfile:w dpi frame_dir:w" },
	{ "matplotlib.animation.HTMLWriter.setup",
	    "fig outfile:w dpi frame_dir:w" },
	{ "matplotlib.animation.PillowWriter.saving", "fig outfile:w" },
	{ "matplotlib.animation.PillowWriter.setup", "fig outfile:w" },
	{ "matplotlib.backends.backend_pdf.PdfFile", "filename:w" },
	{ "matplotlib.backends.backend_pdf.PdfPages", "filename:w" },
	{ "matplotlib.font_manager.FontProperties",
	    "family style variant weight stretch size fname:r" },
	{ "matplotlib.font_manager.findSystemFonts", "fontpaths:r" },
	{ "matplotlib.font_manager.findfont", "prop fontext directory:r" },
	{ "matplotlib.font_manager.get_font", "font_filepaths:r" },
	{ "matplotlib.font_manager.is_opentype_cff_font", "filename:r" },
	{ "matplotlib.font_manager.json_dump", "data filename:w" },
	{ "matplotlib.font_manager.json_load", "filename:r" },
	{ "matplotlib.font_manager.list_fonts", "directory:r" },
	{ "matplotlib.image.imread", "fname:r" },
	{ "matplotlib.image.imsave", "fname:w" },
	{ "matplotlib.image.thumbnail", "infile:r thumbfile:w" },
	{ "matplotlib.legend.FontProperties",
	    "family style variant weight stretch size fname:r" },
	{ "matplotlib.offsetbox.FontProperties",
	    "family style variant weight stretch size fname:r" },
	{ "matplotlib.pyplot.imread", "fname:r" },
	{ "matplotlib.pyplot.imsave", "fname:w" },
	{ "matplotlib.pyplot.rc_context", "rc fname:r" },
	{ "matplotlib.pyplot.savefig", "fname:w" },
	{ "matplotlib.pyplot.style.context", "style:r" },
	{ "matplotlib.pyplot.style.use", "style:r" },
	{ "matplotlib.rc_context", "rc fname:r" },
	{ "matplotlib.rc_file", "fname:r" },
	{ "matplotlib.style.context", "style:r" },
	{ "matplotlib.style.use", "style:r" },
	{ "matplotlib.text.FontProperties",
	    "family style variant weight stretch size fname:r" },
	{ "mimetypes.MimeTypes", "filenames:r" },
	{ "mimetypes.MimeTypes.read", "filename:r" },
	{ "networkx.read_adjlist", "path:r" },
	{ "networkx.read_edgelist", "path:r" },
	{ "networkx.read_gexf", "path:r" },
	{ "networkx.read_gml", "path:r" },
	{ "networkx.read_graph6", "path:r" },
	{ "networkx.read_graphml", "path:r" },
	{ "networkx.read_leda", "path:r" },
	{ "networkx.read_multiline_adjlist", "path:r" },
	{ "networkx.read_pajek", "path:r" },
	{ "networkx.read_shp", "path:r" },
	{ "networkx.read_sparse6", "path:r" },
	{ "networkx.read_weighted_edgelist", "path:r" },
	{ "networkx.write_adjlist", "G path:w" },
	{ "networkx.write_edgelist", "G path:w" },
	{ "networkx.write_gexf", "G path:w" },
	{ "networkx.write_gml", "G path:w" },
	{ "networkx.write_graph6", "G path:w" },
	{ "networkx.write_graphml", "G path:w" },
	{ "networkx.write_graphml_lxml", "G path:w" },
	{ "networkx.write_graphml_xml", "G path:w" },
	{ "networkx.write_multiline_adjlist", "G path:w" },
	{ "networkx.write_pajek", "G path:w" },
	{ "networkx.write_shp", "G outdir:w" },
	{ "networkx.write_sparse6", "G path:w" },
	{ "networkx.write_weighted_edgelist", "G path:w" },
	{ "numpy.fromfile", "file:r" },
	{ "numpy.fromregex", "file:r" },
	{ "numpy.genfromtxt", "fname:r" },
	{ "numpy.lib.format.open_memmap", "filename:o mode:m" },
	{ "numpy.lib.npyio.DataSource", "destpath:w" },
	{ "numpy.load",
	    "file:o mmap_mode:m allow_pickle fix_imports encoding" },
	{ "numpy.loadtxt", "fname:r" },
	{ "numpy.memmap", "filename:o dtype mode:m" },
	{ "numpy.rec.fromfile", "fd:r" },
	{ "numpy.recfromcsv", "fname:r" },
	{ "numpy.recfromtxt", "fname:r" },
	{ "numpy.save", "file:w arr allow_pickle fix_imports" },
	{ "numpy.savetxt", "fname:w" },
	{ "numpy.savez", "file:w" },
	{ "numpy.savez_compressed", "file:w" },
	{ "open",
	    "file:o mode:m buffering encoding errors newline closefd opener" },
	{ "openpyxl.drawing.image.Image", "img:r" },
	{ "openpyxl.load_workbook", "filename:r" },
	{ "os.access", "path:r" },
	{ "os.chdir", "path:r" },
	{ "os.chmod", "path:w" },
	{ "os.chown", "path:w" },
	{ "os.fwalk", "top:t" },
	{ "os.link", "src:r dst:w" },
	{ "os.listdir", "path:r" },
	{ "os.lstat", "path:r" },
	{ "os.makedirs", "name:w" },
	{ "os.mkdir", "path:w" },
	{ "os.open", "path:o flags:m" },
	{ "os.path.exists", "path:r" },
	{ "os.path.getmtime", "filename:r" },
	{ "os.path.getsize", "filename:r" },
	{ "os.path.isdir", "s:r" },
	{ "os.path.isfile", "path:r" },
	{ "os.path.islink", "path:r" },
	{ "os.readlink", "path:r" },
	{ "os.remove", "path:d" },
	{ "os.removedirs", "name:d" },
	{ "os.rename", "src:d dst:w" },
	{ "os.renames", "src:d dst:w" },
	{ "os.replace", "src:d dst:w" },
	{ "os.rmdir", "path:d" },
	{ "os.scandir", "path:r" },
	{ "os.stat", "path:r" },
	{ "os.statvfs", "path:r" },
	{ "os.symlink", "src:r dst:w" },
	{ "os.truncate", "path:w" },
	{ "os.unlink", "path:d" },
	{ "os.utime", "path:w" },
	{ "os.walk", "top:t" },
	{ "pandas.ExcelFile", "path_or_buffer:r" },
	{ "pandas.ExcelFile.ODFReader", "filepath_or_buffer:r" },
	{ "pandas.ExcelFile.OpenpyxlReader", "filepath_or_buffer:r" },
	{ "pandas.ExcelFile.PyxlsbReader", "filepath_or_buffer:r" },
	{ "pandas.ExcelFile.XlrdReader", "filepath_or_buffer:r" },
	{ "pandas.ExcelWriter", "path:w" },
	{ "pandas.HDFStore", "path:o mode:m" },
	{ "pandas.read_csv", "filepath_or_buffer:r" },
	{ "pandas.read_excel", "io:r" },
	{ "pandas.read_feather", "path:r" },
	{ "pandas.read_fwf", "filepath_or_buffer:r" },
	{ "pandas.read_hdf", "path_or_buf:r" },
	{ "pandas.read_html", "io:r" },
	{ "pandas.read_json", "path_or_buf:r" },
	{ "pandas.read_orc", "path:r" },
	{ "pandas.read_parquet", "path:r" },
	{ "pandas.read_pickle", "filepath_or_buffer:r" },
	{ "pandas.read_sas", "filepath_or_buffer:r" },
	{ "pandas.read_spss", "path:r" },
	{ "pandas.read_sql", "sql con:r" },
	{ "pandas.read_sql_query", "sql con:r" },
	{ "pandas.read_sql_table", "table_name con:r" },
	{ "pandas.read_stata", "filepath_or_buffer:r" },
	{ "pandas.read_table", "filepath_or_buffer:r" },
	{ "pandas.read_xml",
	    "path_or_buffer:r xpath namespaces elems_only attrs_only names "
	    "dtype converters parse_dates encoding parser stylesheet:r" },
	{ "pathlib.Path.chmod", "self:w" },
	{ "pathlib.Path.exists", "self:r" },
	{ "pathlib.Path.glob", "self:r pattern:j" },
	{ "pathlib.Path.hardlink_to", "self:w target:r" },
	{ "pathlib.Path.is_dir", "self:r" },
	{ "pathlib.Path.is_file", "self:r" },
	{ "pathlib.Path.is_symlink", "self:r" },
	{ "pathlib.Path.iterdir", "self:r" },
	{ "pathlib.Path.link_to", "self:r target:w" },
	{ "pathlib.Path.lstat", "self:r" },
	{ "pathlib.Path.mkdir", "self:w" },
	{ "pathlib.Path.open", "self:o mode:m" },
	{ "pathlib.Path.read_bytes", "self:r" },
	{ "pathlib.Path.read_text", "self:r" },
	{ "pathlib.Path.readlink", "self:r" },
	{ "pathlib.Path.rename", "self:d target:w" },
	{ "pathlib.Path.replace", "self:d target:w" },
	{ "pathlib.Path.rglob", "self:t pattern:j" },
	{ "pathlib.Path.rmdir", "self:d" },
	{ "pathlib.Path.stat", "self:r" },
	{ "pathlib.Path.symlink_to", "self:w target:r" },
	{ "pathlib.Path.touch", "self:w" },
	{ "pathlib.Path.unlink", "self:d" },
	{ "pathlib.Path.walk", "self:t" },
	{ "pathlib.Path.write_bytes", "self:w" },
	{ "pathlib.Path.write_text", "self:w" },
	{ "pickle.dump", "obj file" },
	{ "platform.architecture", "executable:r" },
	{ "platform.libc_ver", "executable:r" },
	{ "plistlib.dump", "value fp" },
	{ "requests.delete", "url:h" },
	{ "requests.get", "url:h" },
	{ "requests.head", "url:h" },
	{ "requests.options", "url:h" },
	{ "requests.patch", "url:h" },
	{ "requests.post", "url:h" },
	{ "requests.put", "url:h" },
	{ "requests.request", "method url:h" },
	{ "scipy.io.FortranFile", "filename:o mode:m" },
	{ "scipy.io.arff.loadarff", "f:r" },
	{ "scipy.io.hb_read", "path_or_open_file:r" },
	{ "scipy.io.hb_write", "path_or_open_file:w" },
	{ "scipy.io.loadmat", "file_name:r" },
	{ "scipy.io.mminfo", "source:r" },
	{ "scipy.io.mmread", "source:r" },
	{ "scipy.io.mmwrite", "target:w" },
	{ "scipy.io.netcdf_file", "filename:o mode:m" },
	{ "scipy.io.readsav",
	    "file_name:r 2 3 uncompressed_file_name:w" },
	{ "scipy.io.savemat", "file_name:w" },
	{ "scipy.io.wavfile.read", "filename:r" },
	{ "scipy.io.wavfile.write", "filename:w" },
	{ "scipy.io.whosmat", "file_name:r" },
	{ "scipy.odr.ODR",
	    "data model beta0 delta0 ifixb ifixx job iprint"
	    " errfile:w rptfile:w" },
	{ "scipy.sparse.load_npz", "file:r" },
	{ "scipy.sparse.save_npz", "file:w" },
	{ "shelve.open", "filename:w" },
	{ "shutil.copy", "src:r dst:w" },
	{ "shutil.copy2", "src:r dst:w" },
	{ "shutil.copyfile", "src:r dst:w" },
	{ "shutil.copymode", "src:r dst:w" },
	{ "shutil.copystat", "src:r dst:w" },
	{ "shutil.copytree", "src:t dst:w" },
	{ "shutil.disk_usage", "path:r" },
	{ "shutil.make_archive", "base_name:w format root_dir:t base_dir:g" },
	{ "shutil.move", "src:d dst:w" },
	{ "shutil.rmtree", "path:d" },
	{ "shutil.unpack_archive", "filename:r extract_dir:w" },
	{ "sklearn.calibration.Parallel",
	    "n_jobs backend verbose timeout pre_dispatch batch_size"
	    " temp_folder:w" },
	{ "sklearn.cluster.AgglomerativeClustering", "n_clusters memory:w" },
	{ "sklearn.cluster.FeatureAgglomeration", "n_clusters memory:w" },
	{ "sklearn.cluster.OPTICS", "1 2 3 4 5 6 7 8 9 10 11 memory:w" },
	{ "sklearn.datasets.dump_svmlight_file", "X y f:w" },
	{ "sklearn.datasets.get_data_home", "data_home:w" },
	{ "sklearn.datasets.load_files",
	    "container_path:t description categories:j" },
	{ "sklearn.datasets.load_svmlight_file", "f:r" },
	{ "sklearn.datasets.load_svmlight_files", "files:r" },
	{ "sklearn.pipeline.Pipeline", "steps memory:w" },
	{ "sklearn.pipeline.make_pipeline",
	    "1 2 3 4 5 6 7 8 9 10 11 memory:w" },
	{ "sklearn.tree.export_graphviz", "decision_tree out_file:w" },
	{ "sklearn.utils.check_memory", "memory:w" },
	{ "sklearn.utils.parallel_backend", "backend n_jobs scheduler_host:h" },
	{ "sklearn.utils.validation.check_memory", "memory:w" },
	{ "smtplib.SMTP", "host:h" },
	{ "smtplib.SMTP_SSL", "host:h" },
	{ "socket.create_connection", "address:h" },
	{ "socket.socket", "family type proto fileno" },
	{ "socket.socket.connect", "address:h" },
	{ "socket.socket.connect_ex", "address:h" },
	{ "sqlite3.Connection", "database:w" },
	{ "sqlite3.connect", "database:w" },
	{ "ssl.create_default_context", "purpose" },
	{ "statsmodels.iolib.foreign.savetxt", "fname:w" },
	{ "tarfile.TarFile", "name:o mode:m" },
	{ "tarfile.TarFile.add", "name:t" },
	{ "tarfile.TarFile.open", "name:o mode:m" },
	{ "tarfile.TarInfo", "name:w" },
	{ "tarfile.is_tarfile", "name:r" },
	{ "tarfile.open", "name:o mode:m" },
	{ "tarfile.open.add", "name:t" },
	{ "tarfile.open.extract", "member path:w" },
	{ "tempfile.NamedTemporaryFile",
	    "mode buffering encoding newline suffix prefix dir:w" },
	{ "tempfile.SpooledTemporaryFile",
	    "max_size mode buffering encoding newline suffix prefix dir:w" },
	{ "tempfile.TemporaryDirectory", "suffix prefix dir:w" },
	{ "tempfile.TemporaryFile",
	    "mode buffering encoding newline suffix prefix dir:w" },
	{ "tempfile.mkdtemp", "suffix prefix dir:w" },
	{ "tempfile.mkstemp", "suffix prefix dir:w" },
	{ "timeit.Timer", "stmt setup timer globals" },
	{ "timeit.repeat", "stmt setup timer repeat number globals" },
	{ "timeit.timeit", "stmt setup timer number globals" },
	{ "tokenize.open", "filename:r" },
	{ "torch.load", "f:r map_location pickle_module weights_only" },
	{ "traceback.FrameSummary", "filename:r" },
	{ "traceback.FrameSummary", "filename:r" },
	{ "traceback.StackSummary.from_list", "a_list:r" },
	{ "traceback.format_list", "extracted_list:r" },
	{ "traceback.print_list", "extracted_list:r" },
	{ "type", "object bases dict" },
	{ "unittest.main",
	    "module defaultTest argv testRunner testLoader exit" },
	{ "urllib.request.Request", "url:h" },
	{ "urllib.request.urlopen", "url:h" },
	{ "urllib.request.urlretrieve", "url:h filename:w" },
	{ "warnings.formatwarning", "message category filename:r" },
	{ "warnings.showwarning", "message category filename:r" },
	{ "wave.Wave_read", "f:r" },
	{ "wave.Wave_write", "f:w" },
	{ "wave.open", "f:o mode:m" },
	{ "xml.dom.minidom.parse", "file:r" },
	{ "xml.etree.ElementTree.ElementTree", "element file:r" },
	{ "xml.etree.ElementTree.ElementTree.parse", "source:r" },
	{ "xml.etree.ElementTree.ElementTree.write", "file_or_filename:w" },
	{ "xml.etree.ElementTree.ElementTree.write_c14n", "file:w" },
	{ "xml.etree.ElementTree.canonicalize", "xml_data out from_file:r" },
	{ "xml.etree.ElementTree.iterparse", "source:r" },
	{ "xml.etree.ElementTree.parse", "source:r" },
	{ "xml.etree.ElementTree.parse.write", "file_or_filename:w" },
	{ "xml.etree.ElementTree.parse.write_c14n", "file:w" },
	{ "xml.sax.parse", "source:r" },
	{ "yaml.dump", "data stream" },
	{ "yaml.load", "stream Loader" },
	{ "yaml.safe_dump", "data stream" },
	{ "zipfile.Path", "root:r" },
	{ "zipfile.ZipFile", "file:o mode:m" },
	{ "zipfile.ZipFile.extract", "member path:w" },
	{ "zipfile.ZipFile.write", "filename:r" },
	{ "zipfile.ZipInfo.from_file", "filename:r" },
	{ "zipfile.is_zipfile", "filename:r" },
};

/*
 * Methods that name a file whatever they are called on. What one library calls
 * fp is another's fname.
 */
static const struct row methods[] = {
	{ "addfont", "path:r" },
	{ "create_connection", "factory host:h" },
	{ "create_server", "factory host:h" },
	{ "dump", "file:w" },
	{ "extractall", "path:w" },
	{ "from_custom_template", "searchpath:r" },
	{ "gettarinfo", "name:r" },
	{ "glob", "self:r pattern:j" },
	{ "hardlink_to", "target:r" },
	{ "iterdir", "self:r" },
	{ "makefile", "tarinfo targetpath:w" },
	{ "mkdir", "self:w" },
	{ "open", "self:o mode:m" },
	{ "print_eps", "filename|filename_or_obj:w" },
	{ "print_figure", "filename|filename_or_obj:w" },
	{ "print_jpeg", "filename|filename_or_obj:w" },
	{ "print_jpg", "filename|filename_or_obj:w" },
	{ "print_pdf", "filename|filename_or_obj:w" },
	{ "print_pgf", "filename|filename_or_obj:w" },
	{ "print_png", "filename|filename_or_obj:w" },
	{ "print_ps", "filename|filename_or_obj:w" },
	{ "print_raw", "filename|filename_or_obj:w" },
	{ "print_rgba", "filename|filename_or_obj:w" },
	{ "print_svg", "filename|filename_or_obj:w" },
	{ "print_svgz", "filename|filename_or_obj:w" },
	{ "print_tif", "filename|filename_or_obj:w" },
	{ "print_tiff", "filename|filename_or_obj:w" },
	{ "print_webp", "filename|filename_or_obj:w" },
	{ "read_bytes", "self:r" },
	{ "read_text", "self:r" },
	{ "rename", "target:w" },
	{ "rglob", "self:r pattern:j" },
	{ "rmdir", "self:d" },
	{ "save", "filename|fp|fname|path:w" },
	{ "savefig", "fname:w" },
	{ "set_params", "1 2 3 4 5 6 7 8 9 10 11 memory:w" },
	{ "symlink_to", "target:r" },
	{ "to_csv", "path_or_buf:w" },
	{ "to_excel", "excel_writer:w" },
	{ "to_feather", "path:w" },
	{ "to_hdf", "path_or_buf:w" },
	{ "to_html", "buf:w" },
	{ "to_json", "path_or_buf:w" },
	{ "to_latex", "buf:w" },
	{ "to_markdown", "buf:w" },
	{ "to_netcdf", "path:w" },
	{ "to_orc", "path:w" },
	{ "to_parquet", "path:w" },
	{ "to_pickle", "path:w" },
	{ "to_sql", "name con:w" },
	{ "to_stata", "path:w" },
	{ "to_string", "buf:w" },
	/* The sheet is the 15th, and nobody writes it without its name. */
	{ "to_xml",
	    "path_or_buffer:w index root_name row_name na_rep attr_cols "
	    "elem_cols namespaces prefix encoding xml_declaration "
	    "stylesheet:r" },
	{ "tofile", "fid:w" },
	{ "touch", "self:w" },
	{ "unlink", "self:d" },
	{ "write_bytes", "self:w" },
	{ "write_csv", "file:w" },
	{ "write_html", "file:w" },
	{ "write_image", "file:w" },
	{ "write_parquet", "file:w" },
	{ "write_png", "fname:w" },
	{ "write_text", "self:w" },
	{ "writestr", "zinfo_or_arcname:w" },
};

void
signature_read(const char *text, struct signature *sig)
{
	const char *s = text;

	sig->n = 0;
	while (*s != '\0' && sig->n < SIGNATURE_MAX) {
		struct parameter *p = &sig->parameters[sig->n++];
		size_t n = strcspn(s, " :");

		*p = (struct parameter){ .name = s, .n = (uint8_t)n,
		    .self = n == 4 && memcmp(s, "self", 4) == 0 };
		s += n;
		if (*s == ':') {
			p->use = s[1];
			s += 2;
		}
		s += *s == ' ';
	}
}

static const struct signature *
read_signature(const char *text)
{
	static __thread struct signature sig;

	signature_read(text, &sig);
	return &sig;
}

/* Is this keyword one of a parameter's names, `a|b|c`? */
bool
signature_has_name(const struct parameter *p, const char *name)
{
	const char *s = p->name, *end = p->name + p->n;
	size_t n = strlen(name), len;

	for (; s < end; s += len + 1) {
		const char *bar = memchr(s, '|', (size_t)(end - s));

		len = (size_t)((bar != NULL ? bar : end) - s);
		if (len == n && memcmp(s, name, n) == 0)
			return true;
	}
	return false;
}

static int
compare(const void *key, const void *row)
{
	return util_compare(key, ((const struct row *)row)->callee);
}

const struct signature *
signature_of(const char *callee)
{
	const struct row *row = bsearch(callee, table, ARRAY_SIZE(table),
	    sizeof(table[0]), compare);

	return row != NULL ? read_signature(row->parameters) : NULL;
}

const struct signature *
signature_of_method(const char *name)
{
	const struct row *row = bsearch(name, methods, ARRAY_SIZE(methods),
	    sizeof(methods[0]), compare);

	return row != NULL ? read_signature(row->parameters) : NULL;
}

/* `*[a, b]` and `**{"k": c}`, written out on the spot, hide nothing. */
static bool
is_display(const struct node *nodes, uint32_t splat)
{
	uint32_t at = splat + 1, child, key;

	if (nodes[splat].kind == NODE_LIST_SPLAT) {
		if (nodes[at].kind != NODE_LIST && nodes[at].kind != NODE_TUPLE)
			return false;
		TREE_CHILDREN(nodes, at, child)
			if (tree_is_splat(nodes, child))
				return false;
		return true;
	}
	if (nodes[at].kind != NODE_DICTIONARY)
		return false;
	TREE_CHILDREN(nodes, at, child) {
		key = child + 1;
		if (nodes[child].kind != NODE_PAIR ||
		    nodes[key].kind != NODE_STRING)
			return false;
	}
	return true;
}

/* The value of a key that is this parameter's name. */
static uint32_t
find_in_dict(const struct judge *j, uint32_t dict, const struct parameter *p)
{
	uint32_t child, found = 0;
	size_t n;

	TREE_CHILDREN(j->nodes, dict, child) {
		const char *s = judge_text(j, child + 1, &n);
		auto_buf struct buf key = BUF_INIT;

		/* Anything but plain quotes may say whatever it likes. */
		if (n < 2 || (s[0] != '"' && s[0] != '\'') ||
		    memchr(s, '\\', n) != NULL)
			return SIGNATURE_UNKNOWN;
		buf_add(&key, s + 1, n - 2);
		if (signature_has_name(p, buf_str(&key)))
			found = tree_last(j->nodes, child);
	}
	return found;
}

uint32_t
signature_argument(const struct judge *j, uint32_t call,
    const struct signature *sig, size_t n)
{
	uint32_t list = tree_last(j->nodes, call), child, found = 0, item;
	const struct parameter *p = &sig->parameters[n];
	size_t position = 0, want = n;
	bool hidden = false;
	const char *name;

	if (n > 0 && sig->parameters[0].self)
		want--;
	if (j->nodes[list].kind == NODE_GENERATOR)
		return want == 0 ? list : 0;
	TREE_CHILDREN(j->nodes, list, child)
		switch (j->nodes[child].kind) {
		case NODE_KEYWORD_ARGUMENT:
			name = names_text(j->names, j->nodes[child + 1].name);
			if (signature_has_name(p, name))
				found = tree_last(j->nodes, child);
			break;
		case NODE_LIST_SPLAT:
			if (!is_display(j->nodes, child)) {
				hidden = true;
				break;
			}
			TREE_CHILDREN(j->nodes, child + 1, item)
				if (position++ == want && !hidden)
					found = item;
			break;
		case NODE_DICTIONARY_SPLAT:
			if (!is_display(j->nodes, child)) {
				hidden = true;
				break;
			}
			item = find_in_dict(j, child + 1, p);
			if (item == SIGNATURE_UNKNOWN)
				hidden = true;
			else if (item != 0)
				found = item;
			break;
		default:
			if (position++ != want || hidden)
				break;
			/* Nothing behind it can be meant by a name. */
			if (p->n == 0)
				return child;
			found = child;
		}
	return found != 0 ? found : hidden ? SIGNATURE_UNKNOWN : 0;
}

void
signature_clean_path(const char *path, size_t n, const char *mode,
    struct buf *out)
{
	size_t i = 0, end, floor;
	bool absolute = n > 0 && path[0] == '/';

	buf_adds(out, mode);
	buf_addc(out, ':');
	if (absolute)
		buf_addc(out, '/');
	floor = out->len;
	while (i < n) {
		end = i;
		while (end < n && path[end] != '/')
			end++;
		if (end == i || (end == i + 1 && path[i] == '.')) {
			i = end + 1;
			continue;
		}
		if (end == i + 2 && memcmp(path + i, "..", 2) == 0 &&
		    (absolute || out->len > floor)) {
			/* Up again; past the root there is nothing. */
			size_t cut = out->len;

			while (cut > floor && out->data[cut - 1] != '/')
				cut--;
			/* Not over what is not known: it may be long. */
			if (out->len == floor ||
			    (strcmp(out->data + cut, "..") != 0 &&
			    strchr(out->data + cut, FOLD_GAP) == NULL)) {
				if (cut > floor)
					cut--;
				out->len = cut;
				out->data[cut] = '\0';
				i = end + 1;
				continue;
			}
		}
		if (out->len > floor)
			buf_addc(out, '/');
		buf_add(out, path + i, end - i);
		i = end + 1;
	}
	if (out->len == floor && !absolute)
		buf_addc(out, '.');
}

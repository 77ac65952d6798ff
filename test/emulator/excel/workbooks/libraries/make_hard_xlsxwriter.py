"""Made xlsxwriter-hard.xlsx: python make_hard_xlsxwriter.py, with XlsxWriter 3.0.2."""
import xlsxwriter, datetime
wb = xlsxwriter.Workbook('xlsxwriter-hard.xlsx')
ws = wb.add_worksheet('Häuser & Co')
H = wb.add_format
ws.write_rich_string('A1', 'This is ', H({'bold':1,'font_color':'#FF0000'}), 'bold red', ' and ', H({'italic':1,'underline':1}), 'italic', H({'font_script':1}), 'sup')
ws.write_url('A2', 'https://example.com/?a=1&b=2#frag', string='a link', tip='tip')
ws.write_url('A3', "internal:'Zweites Blatt'!C3", string='inside')
ws.write_string('A4', '=1+1'); ws.write_string('A5', "'quoted"); ws.write_string('A6', '0012')
ws.write_boolean('A7', True); ws.write_formula('A8', '=1/0', None, '#DIV/0!'); ws.write_formula('A9','=NA()',None,'#N/A')
ws.write_formula('A10', '="He said ""hi"" — ü 日本 😀"&A2')
ws.write_formula('A11','=IFERROR(VLOOKUP("x",B1:C3,2,FALSE),"none")')
ws.merge_range('C1:E3','merged', H({'border':5,'border_color':'#00AA00','align':'center','valign':'vcenter','bg_color':'#FFEE00'}))
for i,b in enumerate(range(0,14)):
    ws.write(14, i, 'b%d'%b, H({'border':b,'border_color':'#123456'}))
for i,p in enumerate(range(0,19)):
    ws.write(15, i, 'p%d'%p, H({'pattern':p,'fg_color':'#FF0000','bg_color':'#00FF00'}))
fmts=['0%','0.00%','0.00E+00','# ?/?','# ??/??','#,##0.00;[Red]-#,##0.00','"x"0.0"y"','yyyy-mm-dd hh:mm','[h]:mm:ss','mmm yy','dddd, d mmmm yyyy','_-* #,##0.00 €_-;-* #,##0.00 €_-','[>=1000]0.0,"K";0','@','00000','(###) ###-####','0.00x','[$¥-411]#,##0','[Blue]0.0;[Color 5]-0.0;"zero"','General','#,##0,,"M"','d/m;@','hh:mm:ss.000','+0;-0;0','0.###','?0.0??','# ?/100','$ #,##0','"Q"0','\\a0','_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)']
for i,f in enumerate(fmts):
    (ws.write_string(17, i, '1234.5', H({'num_format':f})) if f=='@' else ws.write_number(17, i, 1234.5678*(i+1)/3, H({'num_format':f})))
for i,a in enumerate(['left','center','right','fill','justify','center_across','distributed']):
    ws.write(18,i,a+' text',H({'align':a}))
for i,a in enumerate(['top','vcenter','bottom','vjustify','vdistributed']):
    ws.write(19,i,a,H({'valign':a}))
for i,r in enumerate([45,-45,90,270,10]):
    ws.write(20,i,'rot',H({'rotation':r}))
ws.write(20,6,'indent',H({'indent':2})); ws.write(20,7,'shrink',H({'shrink':1})); ws.write(20,8,'wrap\nnew',H({'text_wrap':1}))
for i,u in enumerate([1,2,33,34]):
    ws.write(21,i,'u',H({'underline':u}))
ws.write(21,5,'strike',H({'font_strikeout':1})); ws.write(21,6,'big',H({'font_size':22.5,'font_name':'Georgia'})); ws.write(21,7,'diag',H({'diag_type':3,'diag_border':1}))
ws.write(21,8,'hiddenlocked',H({'locked':0,'hidden':1}))
ws.write(21,9,'sub',H({'font_script':2}))
# data validation
dv=ws.data_validation
dv('A30',{'validate':'list','source':['a','b','c,d'] if False else ['a','b']}); dv('A31',{'validate':'list','source':"='Zweites Blatt'!$A$1:$A$5"})
dv('A32',{'validate':'integer','criteria':'between','minimum':1,'maximum':10,'input_title':'T','input_message':'M','error_title':'E','error_message':'EM'})
dv('A33',{'validate':'decimal','criteria':'not between','minimum':-1.5,'maximum':2.5}); dv('A34',{'validate':'date','criteria':'>','value':datetime.date(2024,1,1)})
dv('A35',{'validate':'time','criteria':'<','value':datetime.time(12,0)}); dv('A36',{'validate':'length','criteria':'<=','value':5})
dv('A37',{'validate':'custom','value':'=AND(ISNUMBER(A37),A37>0)','error_type':'warning'}); dv('A38:B39',{'validate':'list','source':['Yes','No'],'dropdown':False})
dv('A40',{'validate':'date','criteria':'!=','value':datetime.date(2024,1,1),'error_type':'information'})
dv('A41',{'validate':'any','input_title':'only','input_message':'a hint'})
# conditional formats
red=H({'bg_color':'#FFC7CE','font_color':'#9C0006','bold':1}); cf=ws.conditional_format
for i in range(10):
    for c in range(20): ws.write_number(44+i,c,(i*7+c*3)%11)
cf('A45:A54',{'type':'cell','criteria':'>=','value':5,'format':red}); cf('B45:B54',{'type':'cell','criteria':'between','minimum':2,'maximum':'=$A$45','format':red})
cf('C45:C54',{'type':'text','criteria':'containing','value':'x"y','format':red}); cf('D45:D54',{'type':'text','criteria':'begins with','value':'a','format':red})
cf('E45:E54',{'type':'duplicate','format':red}); cf('F45:F54',{'type':'unique','format':red}); cf('G45:G54',{'type':'top','value':3,'format':red}); cf('H45:H54',{'type':'bottom','value':20,'criteria':'%','format':red})
cf('I45:I54',{'type':'average','criteria':'above','format':red}); cf('J45:J54',{'type':'average','criteria':'1 std dev below','format':red}); cf('K45:K54',{'type':'blanks','format':red}); cf('L45:L54',{'type':'no_errors','format':red})
cf('M45:M54',{'type':'2_color_scale'}); cf('N45:N54',{'type':'3_color_scale','mid_type':'percent','mid_value':40}); cf('O45:O54',{'type':'data_bar','bar_color':'#63C384','data_bar_2010':True}); cf('P45:P54',{'type':'data_bar'})
cf('Q45:Q54',{'type':'icon_set','icon_style':'3_arrows'}); cf('R45:R54',{'type':'icon_set','icon_style':'5_ratings','reverse_icons':True}); cf('S45:S54',{'type':'formula','criteria':'=$S45>$A$45','format':red,'stop_if_true':True})
cf('T45:T54',{'type':'time_period','criteria':'last week','format':red}); cf('T45:T50 A1:A2' if False else 'T45:T50',{'type':'time_period','criteria':'today','format':red})
ws.set_row(60,40); ws.set_row(61,None,None,{'level':1,'hidden':True}); ws.set_row(62,None,None,{'level':2,'hidden':True}); ws.set_row(63,None,None,{'collapsed':True})
ws.set_column('Z:AA',30,H({'bold':1}),{'level':1}); ws.set_column('AC:AC',None,None,{'hidden':1})
ws.freeze_panes(1,2); ws.set_tab_color('#FF9900'); ws.hide_gridlines(2); ws.set_landscape(); ws.set_header('&CHead'); ws.print_area('A1:Z60'); ws.repeat_rows(0); ws.set_zoom(80)
ws.write_comment('A7','a comment\nwith lines',{'author':'Jo'})
ws.write_array_formula('H30:H32','{=TRANSPOSE({1,2,3})}'); ws.write_array_formula('I30','{=SUM(A45:A54*B45:B54)}')
ws.write_dynamic_array_formula('J30','=SORT(A45:A54)'); ws.write_dynamic_array_formula('K30','=LET(a,A45:A48,a*2)'); ws.write_formula('L30','=SUM(J30#)')
wb.add_worksheet('Zweites Blatt'); s2=wb.get_worksheet_by_name('Zweites Blatt')
for i in range(6): s2.write_row(i,0,['n%d'%i,i*2,i*i,(i*37)%17,i/3.0])
s2.add_table('H1:K6',{'name':'Deals','style':'Table Style Dark 3','total_row':True,'columns':[{'header':'Who'},{'header':'Amt','total_function':'sum'},{'header':'Share %'},{'header':'Calc','formula':'=[@Amt]*2'}],'data':[['a',1,2],['b',3,4],['c',5,6],['d',7,8]]})
s2.add_table('M1:N4',{'name':'NoStyle','style':None,'banded_rows':False,'autofilter':False,'data':[[1,2],[3,4],[5,6]]})
s2.add_table('P1:Q4',{'name':'Light9','style':'Table Style Light 9','banded_columns':True,'first_column':True,'data':[[1,2],[3,4],[5,6]]})
s2.write_formula('S1','=SUM(Deals[Amt])'); s2.write_formula('S2','=Deals[[#Totals],[Amt]]')
wb.define_name('Tax','=0.19'); wb.define_name("'Zweites Blatt'!Local","='Zweites Blatt'!$B$1:$B$3"); wb.define_name('Whole',"='Zweites Blatt'!$B:$B"); wb.define_name('Multi',"='Zweites Blatt'!$A$1,'Zweites Blatt'!$B$2")
s2.write_formula('S3','=SUM(Local)*Tax'); s2.write_formula('S4','=SUM(Whole)')
def ch(t,sub=None,pos='A10',n=2,lit=True,**k):
    c=wb.add_chart({'type':t,'subtype':sub} if sub else {'type':t})
    for j in range(n):
        c.add_series({'name':'Literal %d'%j if lit else ["Häuser & Co",43,j],'categories':"='Zweites Blatt'!$A$1:$A$6",'values':"='Zweites Blatt'!$%s$1:$%s$6"%('BCDE'[j],'BCDE'[j]),**({'y2_axis':True} if j==1 and k.get('y2') else {})})
    c.set_title({'name':t+' title'}); s2.insert_chart(pos,c); return c
ch('column','stacked','A10'); ch('scatter','smooth','I10'); ch('line',None,'A30',y2=True); ch('radar',None,'I30')
c1=wb.add_chart({'type':'column'}); c1.add_series({'name':'Sales','values':"='Zweites Blatt'!$B$1:$B$6",'fill':{'color':'#FF0000'},'data_labels':{'value':True}}); c2=wb.add_chart({'type':'line'}); c2.add_series({'name':'Rate','values':"='Zweites Blatt'!$C$1:$C$6",'y2_axis':True,'trendline':{'type':'linear'},'marker':{'type':'circle'},'smooth':True,'line':{'dash_type':'dash','width':3}}); c1.combine(c2); c1.set_x_axis({'name':'X','reverse':False}); c1.set_y_axis({'name':'Y','min':0,'max':50}); c2.set_y2_axis({'name':'Y2'}); s2.insert_chart('A50',c1)
cs=wb.add_chartsheet('Chart only'); cc=wb.add_chart({'type':'bar','subtype':'percent_stacked'}); cc.add_series({'name':"='Zweites Blatt'!$A$1",'categories':"='Zweites Blatt'!$A$2:$A$6",'values':"='Zweites Blatt'!$B$2:$B$6"}); cc.set_title({'name':'Own tab'}); cs.set_chart(cc); cs.set_tab_color('#00FFFF')
h=wb.add_worksheet('very hidden'); h.hide(); h.write('A1',5); h2=wb.add_worksheet('hid'); h2.hide(); h2.write('AZ1','far'); h2.write('A300','deep'); h2.write('B1','x'*32767)
s2.insert_textbox('U1','a text box'); s2.insert_image
wb.close()
